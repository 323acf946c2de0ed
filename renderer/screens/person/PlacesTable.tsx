import { Checkbox } from '@mantine/core';
import type { Output, PersonPlace } from '../../../shared/contract/index.ts';
import { placeState } from '../../../shared/view-texts/index.ts';
import { number } from '../../format/index.ts';
import { toProject } from '../../navigation/index.ts';

type Found = Output<'people.find'>;

export const placesOf = ({ projects }: Found): PersonPlace[] => projects.flatMap(({ people }) => people);
export const keyOf = ({ id, row, profile }: Pick<PersonPlace, 'id' | 'row' | 'profile'>): string =>
  `${id} ${row ?? `profile ${profile ?? 0}`}`;

const FOUND_IN: Readonly<Record<PersonPlace['foundIn'][number], string>> = {
  row: 'the row',
  correction: 'a correction',
  profile: 'the profile',
  message: 'an error of the service',
  note: 'a note',
};

/** Other facts about a place, in words. */
const marksOf = ({ verdict, hasNote, onDoNotScreen }: PersonPlace): string[] => [
  ...(verdict === null ? [] : [verdict]),
  ...(hasNote ? ['has a note'] : []),
  ...(onDoNotScreen ? ['on the do-not-screen list'] : []),
];

const placeName = ({ row, profile }: PersonPlace): string => (row === null ? `profile ${number(profile ?? 0)}` : `row ${number(row)}`);

/** The address of the person's page in the results; without such a page, that of the project. */
const addressOf = ({ id, row, outcome }: PersonPlace): string =>
  row !== null && (outcome === 'scored' || outcome === 'refused') ? toProject(id, 'results', {}, 'person', String(row)) : toProject(id);

interface PlacesTableProps {
  readonly found: Found;
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (chosen: ReadonlySet<string>) => void;
}

/** Every place that contains the text, by project, with a box to choose it. */
export function PlacesTable({ found, chosen, onChoose }: PlacesTableProps) {
  const all = placesOf(found).map(keyOf);
  const choose = (keys: readonly string[], isChosen: boolean) =>
    onChoose(new Set(isChosen ? [...chosen, ...keys] : [...chosen].filter((key) => !keys.includes(key))));
  return (
    <table className="person-places">
      <thead>
        <tr>
          <th scope="col">
            <Checkbox
              size="xs"
              aria-label="Choose every place"
              checked={chosen.size === all.length}
              indeterminate={chosen.size > 0 && chosen.size < all.length}
              onChange={(event) => choose(all, event.currentTarget.checked)}
            />
          </th>
          <th scope="col">Person</th>
          <th scope="col">Project</th>
          <th scope="col">State</th>
        </tr>
      </thead>
      <tbody>
        {found.projects.flatMap(({ name, connection, people }) =>
          people.map((place) => {
            const key = keyOf(place);
            const who = place.name === '' ? placeName(place) : place.name;
            return (
              <tr key={key}>
                <td>
                  <Checkbox
                    size="xs"
                    aria-label={`Choose ${who}, ${name}, ${placeName(place)}`}
                    checked={chosen.has(key)}
                    onChange={(event) => choose([key], event.currentTarget.checked)}
                  />
                </td>
                <td>
                  <div className="strong">{who}</div>
                  <div className="small second">
                    {[place.keys.constituentId, place.keys.personalEmail, place.address]
                      .filter((part) => part !== undefined && part !== '')
                      .join(' · ')}
                  </div>
                </td>
                <td>
                  <a className="link" href={addressOf(place)}>
                    {name}
                  </a>
                  <div className="small second">
                    {placeName(place)} · {connection}
                  </div>
                </td>
                <td>
                  <div>{placeState(place)}</div>
                  <div className="small second">
                    {[`in ${place.foundIn.map((one) => FOUND_IN[one]).join(', ')}`, ...marksOf(place)].join(' · ')}
                  </div>
                </td>
              </tr>
            );
          }),
        )}
      </tbody>
    </table>
  );
}
