import { type ComponentProps, createElement, type FunctionComponent } from 'react'

/** The elements that parts are made of. */
type Tag = 'a' | 'button' | 'code' | 'dd' | 'div' | 'dl' | 'li' | 'ol' | 'p' | 'pre' | 'section' | 'span' | 'ul' | 'h2' | 'h3' | 'summary'

/** A component that is one HTML element with a class of a style sheet; `fixed` are attributes that it always has. */
export function makeElement<Name extends Tag>(
  name: Name,
  className: string | undefined,
  fixed?: { readonly type?: 'button'; readonly role?: string },
): FunctionComponent<ComponentProps<Name>> {
  return function StyledElement(props: { className?: string | undefined }) {
    return createElement<{ readonly className: string }>(name, { ...fixed, ...props, className: joinClasses(className, props.className) })
  }
}

/** The classes of an element: those that are given and apply. */
export function joinClasses(...classes: readonly (string | false | undefined)[]): string {
  return classes.filter((one) => typeof one === 'string' && one !== '').join(' ')
}
