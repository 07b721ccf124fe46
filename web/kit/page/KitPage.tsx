import type { ComponentType } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { InlineSelect } from '../InlineSelect.tsx'
import { Account, NavAnchor, NavButton, NavGroup } from '../navigation.tsx'
import { Icon } from '../Icon.tsx'
import { Page } from '../Page.tsx'
import { Shell } from '../Shell.tsx'
import { TextAnchor } from '../text.tsx'
import { Toasts } from '../toasts.tsx'
import { Trail } from '../Trail.tsx'
import { ButtonExamples } from './ButtonExamples.tsx'
import { CardExamples } from './CardExamples.tsx'
import { ChartExamples } from './ChartExamples.tsx'
import { ChoiceExamples } from './ChoiceExamples.tsx'
import { DialogExamples } from './DialogExamples.tsx'
import { FieldExamples } from './FieldExamples.tsx'
import { FormExamples } from './FormExamples.tsx'
import { GridExamples } from './GridExamples.tsx'
import { HistoryExamples } from './HistoryExamples.tsx'
import { ListExamples } from './ListExamples.tsx'
import styles from './page.module.css'
import { CenteredExamples, LoadingExamples } from './PageExamples.tsx'
import { listChoices, type Setting, useSettings } from './settings.ts'
import { StateExamples } from './StateExamples.tsx'
import { TableExamples } from './TableExamples.tsx'
import { TextExamples } from './TextExamples.tsx'

const FAMILIES: Readonly<Record<string, ComponentType>> = {
  buttons: ButtonExamples,
  fields: FieldExamples,
  choices: ChoiceExamples,
  forms: FormExamples,
  dialogs: DialogExamples,
  states: StateExamples,
  texts: TextExamples,
  cards: CardExamples,
  lists: ListExamples,
  history: HistoryExamples,
  tables: TableExamples,
  charts: ChartExamples,
  grid: GridExamples,
}
/** What is a page by itself. */
const WHOLE: Readonly<Record<string, ComponentType>> = { centered: CenteredExamples, loading: LoadingExamples }
const SETTINGS: readonly Setting[] = ['dir', 'scheme', 'density']

/** One family of parts in the frame of the dashboard, which is itself an example. */
export function KitPage() {
  const settings = useSettings()
  const Whole = WHOLE[settings.family]
  return (
    <I18nProvider locale={settings.read('dir') === 'rtl' ? 'he-IL' : 'en-US'}>
      {Whole ? <Whole /> : <Frame {...settings} />}
      <Toasts />
    </I18nProvider>
  )
}

function Frame({ family, read, change }: ReturnType<typeof useSettings>) {
  const Family = FAMILIES[family] ?? ButtonExamples
  const link = (name: string, isWhole: boolean) => (
    <li key={name}>
      <NavAnchor href={`?family=${name}`} aria-current={name === family ? 'page' : undefined}>
        {isWhole && <Icon name="shapes" />}
        <span>{name}</span>
      </NavAnchor>
    </li>
  )
  return (
    <Shell
      sections={Object.keys(WHOLE).map((name) => link(name, true))}
      account={
        <Account name="Wilhelmina Featherstonehaugh-Cholmondeley" email="wilhelmina.featherstonehaugh@customer-support.example.com">
          <NavButton>
            <Icon name="exit" />
            <span>Sign out</span>
          </NavButton>
        </Account>
      }
      places={{ label: 'Parts', children: <NavGroup title="Kit">{Object.keys(FAMILIES).map((name) => link(name, false))}</NavGroup> }}
    >
      <Page
        title={`Kit: ${family}`}
        intro="Every part in every state."
        trail={
          <Trail>
            <TextAnchor href="?family=buttons">Kit</TextAnchor>
            {family}
          </Trail>
        }
      >
        <div className={styles.switches}>
          {SETTINGS.map((setting) => (
            <InlineSelect
              key={setting}
              label={setting}
              options={listChoices(setting)}
              value={read(setting)}
              onChange={(value) => change(setting, value)}
            />
          ))}
        </div>
        <Family />
      </Page>
    </Shell>
  )
}
