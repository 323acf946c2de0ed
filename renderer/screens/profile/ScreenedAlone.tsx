import { IconHistory } from '@tabler/icons-react';
import type { ScreenedAlone as Screened } from '../../../shared/contract/index.ts';
import { day } from '../../format/index.ts';

interface ScreenedAloneProps {
  readonly screened: Screened;
  /** "1 credit". */
  readonly price: string;
}

/** Shows that this person was already sent as a single profile. */
export function ScreenedAlone({ screened: { at, outcome }, price }: ScreenedAloneProps) {
  const isDone = outcome === 'done';
  return (
    <section className="card screened-before" aria-labelledby="screened-alone">
      <IconHistory size={20} stroke={1.6} aria-hidden />
      <div>
        <h2 className="card-title" id="screened-alone">
          {isDone ? `Screened on ${day(at)}` : `Sent on ${day(at)}`}
        </h2>
        <p className="second">
          {isDone
            ? `This person was screened as a single profile. Screening again costs ${price}.`
            : `It is not known whether this person was screened then. Look in the list of profiles first: screening again may cost ${price} again.`}
        </p>
      </div>
    </section>
  );
}
