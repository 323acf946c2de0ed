import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { moneyText } from '../../../../shared/gifts/index.ts';
import { count, number, shortDay } from '../../../format/index.ts';
import { ScrollRegion } from '../../../kit/index.ts';
import type { GiftFile, ListGifts } from './useGiftFile.ts';

/** Whose gifts they are: the people of the list with and without gifts, and gifts of people who are not in the list. */
export function GiftOwners({ view }: Pick<ListGifts, 'view'>) {
  const { onList, notOnList, withoutGifts } = view;
  const [sees, setSees] = useState(false);
  return (
    <section className="card gifts-card" aria-labelledby="gifts-owners">
      <h2 className="card-title" id="gifts-owners">
        Whose gifts they are
      </h2>
      <div className="gifts-owners-bar" aria-hidden>
        <span style={{ flexGrow: onList.people }} />
        <span data-without style={{ flexGrow: withoutGifts }} />
      </div>
      <dl className="gifts-owners">
        <dt>On your list, with gifts</dt>
        <dd className="second small">{count(onList.gifts, 'gift')}</dd>
        <dd className="strong tabular">{count(onList.people, 'person', 'people')}</dd>
        <dt>On your list, no gift here</dt>
        <dd className="second small">list values are kept</dd>
        <dd className="strong tabular">{count(withoutGifts, 'person', 'people')}</dd>
        <dt>
          Not on your list{' '}
          {notOnList.firstIds.length > 0 && (
            <button type="button" className="link" aria-expanded={sees} onClick={() => setSees(!sees)}>
              {sees ? 'Hide' : 'See'}
            </button>
          )}
        </dt>
        <dd className="second small">{count(notOnList.gifts, 'gift')}, not used</dd>
        <dd className="strong tabular">{count(notOnList.people, 'person', 'people')}</dd>
      </dl>
      {sees && (
        <p className="small">
          {notOnList.people > notOnList.firstIds.length ? 'The first IDs: ' : 'Their IDs: '}
          {notOnList.firstIds.join(', ')}
        </p>
      )}
    </section>
  );
}

interface ChangeProps {
  readonly before: string;
  readonly after: string;
  readonly text: (value: string) => string;
}

function Change({ before, after, text }: ChangeProps) {
  if (before === after)
    return (
      <>
        {before === '' ? '–' : text(before)} <span className="second">the same</span>
      </>
    );
  return (
    <>
      <span className="second">{before === '' ? '(empty)' : text(before)}</span> <span aria-hidden>→</span>
      <span className="visually-hidden">becomes</span> <span className="strong">{after === '' ? '(empty)' : text(after)}</span>
    </>
  );
}

const SHOWN = 10;

interface TenPeopleProps {
  readonly gifts: ListGifts;
  readonly choose: GiftFile['choose'];
}

/** Ten people in the order of the changes of their totals, and the choice which values win if list and gifts both have a value. */
export function TenPeople({ gifts: { view, choices }, choose }: TenPeopleProps) {
  const money = (plain: string) => moneyText(plain, view.currency);
  return (
    <section className="card gifts-card" aria-labelledby="gifts-people">
      <div className="gifts-card-head">
        <h2 className="card-title" id="gifts-people">
          {view.examples.length < SHOWN ? count(view.examples.length, 'person', 'people') : 'Ten people'}, before → after
        </h2>
        {view.onList.people > SHOWN && (
          <button
            type="button"
            className="link"
            onClick={() => choose(({ view, others }) => ({ others: view.examples.length < SHOWN ? 0 : others + 1 }))}
          >
            Ten others
          </button>
        )}
        <span className="gifts-wins">
          <span className="small second" id="gifts-wins">
            Where both have a value
          </span>
          <SegmentedControl
            size="xs"
            aria-labelledby="gifts-wins"
            value={choices.wins}
            onChange={(wins) => choose(({ others }) => ({ choices: { wins }, others }))}
            data={[
              { value: 'gifts', label: 'Gifts win' },
              { value: 'list', label: 'List wins' },
            ]}
          />
        </span>
      </div>
      <ScrollRegion className="gifts-people" label="Ten people before and after">
        <table className="gifts-table" aria-labelledby="gifts-people">
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Latest gift, date</th>
              <th scope="col">Total given</th>
              <th scope="col" className="gifts-end">
                Gifts
              </th>
            </tr>
          </thead>
          <tbody>
            {view.examples.map(({ row, name, before, after }) => (
              <tr key={row}>
                <th scope="row">{name === '' ? `Row ${number(row)}` : name}</th>
                <td className="tabular">
                  <Change before={before.latestDate} after={after.latestDate} text={shortDay} />
                </td>
                <td className="tabular">
                  <Change before={before.total} after={after.total} text={money} />
                </td>
                <td className="tabular gifts-end">{after.count}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </section>
  );
}
