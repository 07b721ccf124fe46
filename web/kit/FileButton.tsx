import { type ReactNode, useRef } from 'react'
import { Button } from './Button.tsx'

interface FileButtonProps {
  children: ReactNode
  isBusy: boolean
  onChoose: (file: File) => void
}

/** A button that asks for a file of the person's machine. */
export function FileButton({ children, isBusy, onChoose }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button size="small" isBusy={isBusy} onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          // the same file can be chosen again
          currentTarget.value = ''
          if (file) onChoose(file)
        }}
      />
    </>
  )
}
