/** Processes of a measurement: what is measured and what calls it, each in a process of its own, asked by messages, one at a time. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** A process that answers each message with one. */
export interface Child<Ready = unknown> {
  /** What it has said when it was ready. */
  readonly ready: Ready
  /** @throws Error when the process ends instead of answering */
  ask<Answer>(question: unknown): Promise<Answer>
  /** Ends it, and waits for that. */
  stop(): Promise<void>
}

/** Starts a program of this folder, and waits until it is ready. @throws Error when it ends before */
export async function startChild<Ready>(file: string, env: Readonly<Record<string, string>> = {}): Promise<Child<Ready>> {
  const child = fork(join(import.meta.dirname, file), { env: { ...process.env, ...env }, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const ended = new AbortController()
  const exit = once(child, 'exit').then(([code]) => ended.abort(new Error(`${file} has ended with ${String(code)}`)))
  const receive = async <Message>(): Promise<Message> => {
    const [message] = await once(child, 'message', { signal: ended.signal }).catch(() => {
      throw ended.signal.reason // rather than that waiting was aborted
    })
    return message as Message
  }
  return {
    ready: await receive<Ready>(),
    ask(question) {
      child.send(question as object)
      return receive()
    },
    async stop() {
      child.kill('SIGTERM')
      await exit
    },
  }
}

/** In such a process: says that it is ready, and answers each message of its parent. What `answer` throws ends the process. */
export function answerParent(ready: object, answer: (question: never) => unknown): void {
  const send = (message: unknown) => process.send?.(message)
  process.on('message', async (question) => send(await answer(question as never)))
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  send(ready)
}
