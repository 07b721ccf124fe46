import type { ReactNode } from 'react'
import styled from 'styled-components'
import { Icon } from './Icon.tsx'
import type { IconName } from './Icon.tsx'
import { palette } from './palette.ts'

/** Says why a list is empty, and how to change that. */
export function EmptyState({ icon, title, children, action }: { icon: IconName; title: string; children: ReactNode; action?: ReactNode }) {
  return (
    <Frame>
      <Badge>
        <Icon name={icon} width={28} height={28} />
      </Badge>
      <h2>{title}</h2>
      <p>{children}</p>
      {action}
    </Frame>
  )
}

const Frame = styled.div`
  display: grid;
  justify-items: center;
  gap: 8px;
  padding: 56px 24px 64px;
  text-align: center;
  h2 {
    font-size: 18px;
    line-height: 24px;
    font-weight: 600;
    color: ${palette.ink[1000]};
  }
  p {
    max-width: 52ch;
    color: ${palette.sand[800]};
  }
  button {
    margin-top: 12px;
  }
`

const Badge = styled.div`
  display: grid;
  place-items: center;
  width: 64px;
  height: 64px;
  margin-bottom: 8px;
  border-radius: 20px;
  background: ${palette.indigo[200]};
  color: ${palette.indigo[700]};
`
