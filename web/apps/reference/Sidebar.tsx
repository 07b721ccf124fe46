import { useEffect, useRef, useState } from 'react'
import logo from '../../logo.svg'
import { paths } from '#lib/paths.ts'
import { Icon } from '#kit/Icon.tsx'
import { addressOf, type Place } from './address.ts'
import type { ApiDocument, Subject, Topic } from './api_document.ts'
import { Folding } from './Folding.tsx'
import { GUIDES } from './guides.ts'

interface SidebarProps {
  document: ApiDocument | undefined
  place: Place
}

/** The logo, the way back to the dashboard, and the contents; collapsed in narrow windows, as the menu of the dashboard is. */
export function Sidebar({ document, place }: SidebarProps) {
  const [isOpen, setOpen] = useState(false)
  const [shownPlace, setShownPlace] = useState(place)
  const opener = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLElement>(null)
  if (shownPlace !== place) {
    setShownPlace(place)
    setOpen(false)
  }
  useEffect(() => {
    if (list.current !== null) showCurrent(list.current)
  }, [place, document])
  const close = () => {
    setOpen(false)
    opener.current?.focus()
  }
  return (
    <header className="side">
      <div className="top">
        <a className="brand" href={addressOf({ kind: 'start' })}>
          <img src={logo} alt="" width="22" height="22" />
          Deskhand API
        </a>
        <button
          ref={opener}
          type="button"
          className="opener"
          aria-expanded={isOpen}
          aria-controls="contents"
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name={isOpen ? 'cross' : 'menu'} />
          Contents
        </button>
      </div>
      <nav
        ref={list}
        id="contents"
        aria-label="Contents"
        className={isOpen ? 'open' : ''}
        onKeyDown={(event) => (event.key === 'Escape' && isOpen ? close() : undefined)}
      >
        <ul>
          <li>
            <a className="entry" href={paths.admin}>
              <Icon name="home" />
              Dashboard
            </a>
          </li>
          <li>
            <Folding title="Guides" isOpenAtFirst={place.kind === 'start' || place.kind === 'guide'} holdsCurrent={place.kind === 'guide'}>
              {() => GUIDES.map(({ name, title }) => <Entry key={name} to={{ kind: 'guide', name }} place={place} text={title} />)}
            </Folding>
          </li>
          {document?.subjects.map((subject, index) => (
            <SubjectEntry key={subject.name} subject={subject} place={place} isFirst={index === 0} />
          ))}
        </ul>
      </nav>
    </header>
  )
}

/** Scrolls to the current entry if it is out of view; `scrollIntoView` would also let the Tab key go on from there. */
function showCurrent(list: HTMLElement): void {
  const entry = list.querySelector('[aria-current]')?.getBoundingClientRect()
  const { top, bottom, height } = list.getBoundingClientRect()
  if (entry !== undefined && (entry.top < top || entry.bottom > bottom)) list.scrollTop += entry.top - top - height / 3
}

/** Whether the page that is shown is the topic or one of its operations. */
function isIn({ name, operations }: Topic, place: Place): boolean {
  if (place.kind === 'topic') return place.name === name
  return place.kind === 'operation' && operations.some(({ id }) => id === place.id)
}

function SubjectEntry({ subject: { name, topics }, place, isFirst }: { subject: Subject; place: Place; isFirst: boolean }) {
  const list = () => topics.map((topic) => <TopicEntry key={topic.name} topic={topic} place={place} />)
  if (isFirst) return list()
  return (
    <li>
      <Folding title={name} holdsCurrent={topics.some((topic) => isIn(topic, place))}>
        {list}
      </Folding>
    </li>
  )
}

/** The operations of the topic that is open are listed below it; those of others are on its page. */
function TopicEntry({ topic, place }: { topic: Topic; place: Place }) {
  const { name, operations } = topic
  return (
    <li>
      <Link to={{ kind: 'topic', name }} place={place}>
        <span>{name}</span> <span className="number">{operations.length}</span>
      </Link>
      {isIn(topic, place) ? (
        <ul className="operations">
          {operations.map(({ id, method, summary }) => (
            <li key={id}>
              <Link to={{ kind: 'operation', id }} place={place}>
                <span className={`method ${method.toLowerCase()}`}>{method}</span> <span>{summary}</span>
              </Link>
            </li>
          ))}
        </ul>
      ) : null}
    </li>
  )
}

function Entry({ to, place, text }: { to: Place; place: Place; text: string }) {
  return (
    <li>
      <Link to={to} place={place}>
        {text}
      </Link>
    </li>
  )
}

function Link({ to, place, children }: { to: Place; place: Place; children: React.ReactNode }) {
  const address = addressOf(to)
  return (
    <a className="entry" href={address} aria-current={addressOf(place) === address ? 'page' : undefined}>
      {children}
    </a>
  )
}
