import { IconHistory } from '@tabler/icons-react';
import type { FieldKey } from '../../../shared/fields/index.ts';
import type { ScreenedBefore as Screened } from '../../../shared/contract/index.ts';
import { toProject } from '../../navigation/index.ts';
import { count, day, listed } from '../../format/index.ts';
import { changedFields } from './changed-fields.ts';
import { phraseOf } from './form-fields.ts';
import type { RecordTexts } from './record-texts.ts';

/** If more fields changed than this, they are counted instead of named. */
const MAX_NAMED = 4;

function changesSentence(changed: readonly FieldKey[]): string {
  if (changed.length === 0) return 'Your entries are the same as in that screening.';
  const named = changed.slice(0, MAX_NAMED).map((key) => phraseOf(key));
  const more = changed.length - named.length;
  return `Different now: ${listed(more === 0 ? named : [...named, count(more, 'more field')])}.`;
}

interface ScreenedBeforeProps {
  readonly screened: Screened;
  /** The values that would be sent now. */
  readonly values: RecordTexts;
  /** "1 credit". */
  readonly price: string;
}

/** Shows that an earlier screening has this person, with a link to the scores. */
export function ScreenedBefore({ screened, values, price }: ScreenedBeforeProps) {
  const { projectId, name, at, row, by, record } = screened;
  return (
    <section className="card screened-before" aria-labelledby="screened-before">
      <IconHistory size={20} stroke={1.6} aria-hidden />
      <div>
        <h2 className="card-title" id="screened-before">
          {at === null ? 'Screened before' : `Screened on ${day(at)}`}
        </h2>
        <p className="second">
          In “{name}”, with the same {by === 'id' ? 'ID' : 'name and postal code'}. {changesSentence(changedFields(values, record))}{' '}
          Screening again costs {price}.
        </p>
        <a className="link" href={toProject(projectId, 'results', {}, 'person', String(row))}>
          Open that screening
        </a>
      </div>
    </section>
  );
}
