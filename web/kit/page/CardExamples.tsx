import { Box } from '../Box.tsx'
import { Button } from '../Button.tsx'
import { Card, CardHead, Cards, CardTitle, FormBody, Toolbar } from '../Card.tsx'
import { Figures } from '../Figures.tsx'
import { Ruled, RuledList } from '../Ruled.tsx'
import { SearchField } from '../SearchField.tsx'
import { GroupTitle } from '../table/GroupTitle.tsx'
import { SecondLine } from '../text.tsx'
import { LONG } from './Example.tsx'

const doNothing = () => undefined

/** What holds other parts. */
export function CardExamples() {
  return (
    <Cards>
      <Toolbar>
        <SearchField label="Search cards" value="" onChange={doNothing} />
        <Button>Filter</Button>
      </Toolbar>
      <Card>
        <CardHead>
          <CardTitle>{LONG}</CardTitle>
          <SecondLine>{LONG}</SecondLine>
        </CardHead>
        <FormBody>
          <Box>A box in a card</Box>
        </FormBody>
      </Card>
      <Card>
        <CardHead>
          <CardTitle>Figures</CardTitle>
        </CardHead>
        <Figures
          figures={[
            ['Solved', 1234],
            ['Open', 0],
            [LONG, 1_234_567],
          ]}
        />
      </Card>
      <div>
        <GroupTitle>Ruled, under the title of a group</GroupTitle>
        <Card>
          <Ruled>
            <p>One part</p>
            <p>{LONG}</p>
          </Ruled>
          <RuledList>
            <li>First</li>
            <li>Second</li>
          </RuledList>
        </Card>
      </div>
    </Cards>
  )
}
