/** The types of mail templates. */

/** What a template makes. `topic` is a dotted word such as `api_token.ends`, by which the outbox can be filtered. */
export interface WrittenMail {
  readonly topic: string
  readonly subject: string
  readonly paragraphs: readonly string[]
}

/** Makes a mail from the values that its act hands in. */
export interface MailTemplate<Input> {
  /** Who gets it and why, for the list of `deskhand mail preview`. */
  readonly about: string
  /** The input of the preview. */
  readonly sample: Input
  readonly write: (input: Input) => WrittenMail
}

/** The name of words in words.ts, or a text of the act. */
export type WordsOrText<Name extends string> = Name | { readonly text: string }

/** The words of that name, or the text itself. */
export function wordsOf<Name extends string>(words: Readonly<Record<Name, string>>, chosen: WordsOrText<Name>): string {
  return typeof chosen === 'string' ? words[chosen] : chosen.text
}
