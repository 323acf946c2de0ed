import type { PersonView, ResultsView, ScoreColumn } from '../../../../shared/contract/index.ts';
import { GlossaryButton } from '../overview/index.ts';
import { briefOf, contactOf, givingOf } from './person-brief.ts';
import { Addresses, BriefCard, Card, GiftChart, Lines, Ratings } from './PersonCards.tsx';
import { PersonHistory } from './PersonHistory.tsx';
import { PersonNotes } from './PersonNotes.tsx';
import { addressesOf, foundOf, interestsOf, ratingsOf } from './score-lines.ts';

interface PersonBriefProps {
  readonly id: string;
  readonly row: number;
  readonly person: PersonView;
  readonly results: ResultsView | undefined;
  /** The host of the service; null when the connection was removed. */
  readonly ownHost: string | null;
}

const NO_COLUMNS: readonly ScoreColumn[] = [];

/** One page that a gift officer takes to a meeting. */
export function PersonBrief({ id, row, person, results, ownHost }: PersonBriefProps) {
  const columns = results?.columns ?? NO_COLUMNS;
  const { values } = person;
  const brief = briefOf(person, columns);
  const giving = givingOf(person);
  const found = foundOf(values, columns);
  const addresses = addressesOf(values, ownHost);
  const ratings = ratingsOf(values, columns, brief);
  const interests = interestsOf(values, columns);
  const contact = contactOf(person);
  return (
    <>
      {(brief.sentence !== null || brief.match !== null || brief.overall !== null) && <BriefCard brief={brief} />}
      <div className="person-board">
        <div>
          <div className="person-cards">
            {(giving.lines.length > 0 || giving.total !== '') && (
              <Card title="Giving to us" end={<span className="second">{giving.total}</span>}>
                <GiftChart gifts={giving.gifts} />
                <Lines lines={giving.lines} />
              </Card>
            )}
            {found.length + addresses.length > 0 && (
              <Card title="Property and giving found">
                {found.length > 0 && <Lines lines={found} />}
                {addresses.length > 0 && <Addresses addresses={addresses} id={id} row={row} />}
              </Card>
            )}
            {ratings.length + interests.length > 0 && (
              <Card title="What the scores say" end={<GlossaryButton columns={columns} shown={results?.shown ?? []} />}>
                {ratings.length > 0 && <Ratings ratings={ratings} />}
                {interests.length > 0 && (
                  <>
                    <h3>Interest by cause</h3>
                    <Ratings ratings={interests} />
                  </>
                )}
              </Card>
            )}
            <PersonHistory id={id} row={row} place="page" />
          </div>
        </div>
        <div className="person-side">
          <PersonNotes id={id} row={row} />
          {contact.length > 0 && (
            <Card title="Contact">
              <Lines lines={contact} />
            </Card>
          )}
        </div>
      </div>
    </>
  );
}
