import { IconShieldCheck, IconShieldX } from '@tabler/icons-react';
import type { ChainView, RecordView } from '../../../shared/contract/index.ts';
import { ENTRY_KINDS, REMOVED_PROJECT } from '../../../shared/view-texts/index.ts';
import { count, dayWithoutYear, number } from '../../format/index.ts';
import { CopyLink } from '../../kit/index.ts';
import { toScreen } from '../../navigation/index.ts';

/** Entries that the card lists. */
const SHOWN = 12;
const MARK_LENGTH = 8;

/** The hash in groups of eight digits, which people can compare. */
const grouped = (hash: string): string => hash.replaceAll(/(.{8})(?=.)/g, '$1 ');

interface ChainCardProps {
  readonly chain: ChainView;
  /** The project whose record is shown. */
  readonly current: string;
}

/** The newest entries of the chain, and whether all entries are unchanged. */
export function ChainCard({ chain, current }: ChainCardProps) {
  const { verdict, newest, entries } = chain;
  const isIntact = verdict.problem === null;
  const ChainIcon = isIntact ? IconShieldCheck : IconShieldX;
  const shown = newest.slice(0, SHOWN);
  return (
    <section className="card record-card" aria-labelledby="chain-title" {...(!isIntact && { 'data-broken': true })}>
      <h2 className="card-title" id="chain-title">
        <ChainIcon size={18} stroke={1.8} aria-hidden /> {isIntact ? 'The chain is intact' : 'The chain is broken'}
      </h2>
      <p className="second">{verdict.text}</p>
      {!isIntact && <CopyLink label="Copy details" text={() => JSON.stringify(verdict)} />}
      <ol className="record-chain">
        {shown.map((entry) => (
          <li key={entry.number} {...(verdict.at !== null && entry.number >= verdict.at && { 'data-broken': true })}>
            <span className="record-number">{number(entry.number)}</span>
            {entry.projectId === current ? (
              <b className="cut">{entry.name ?? REMOVED_PROJECT}</b>
            ) : (
              <a className="link cut" href={toScreen('record', {}, entry.projectId)}>
                {entry.name ?? REMOVED_PROJECT}
              </a>
            )}
            <span className="second">{dayWithoutYear(entry.at)}</span>
            <span className="second record-mark">
              {entry.kind === null ? 'cannot be read' : ENTRY_KINDS[entry.kind]} · {entry.hash.slice(0, MARK_LENGTH)}
              {entry.previous === null ? ', the first' : ` holds ${entry.previous.slice(0, MARK_LENGTH)}`}
            </span>
          </li>
        ))}
      </ol>
      {entries > shown.length && <p className="second">{count(entries - shown.length, 'earlier entry', 'earlier entries')}.</p>}
    </section>
  );
}

/** The keyed code of the rows as sent. */
export function FingerprintCard({ sent }: { readonly sent: NonNullable<RecordView['sent']> }) {
  return (
    <section className="card record-card" aria-labelledby="fingerprint-title">
      <h2 className="card-title" id="fingerprint-title">
        Fingerprint of the list
      </h2>
      <p className="record-hash">{grouped(sent.fingerprint)}</p>
      <p className="second">Of the {count(sent.rows.sent, 'row')} as sent, with the key of this data folder.</p>
      <CopyLink label="Copy" text={() => sent.fingerprint} />
    </section>
  );
}

/** Explains how somebody without the data folder can verify the exported file. */
export function ElsewhereCard({ number: last }: { readonly number: number }) {
  return (
    <section className="card record-card" aria-labelledby="elsewhere-title">
      <h2 className="card-title" id="elsewhere-title">
        Check it elsewhere
      </h2>
      <p className="second">Anyone can check an exported record offline. It has no value from the list.</p>
      <code>desk record verify &quot;Screening record {last}.json&quot;</code>
    </section>
  );
}
