import type { RecordView } from '../../../shared/contract/index.ts';
import type { RecordField } from '../../../shared/record/index.ts';
import { type RecordSection, REMOVED_PROJECT, recordSections, writtenText } from '../../../shared/view-texts/index.ts';

interface BarProps {
  readonly record: RecordView;
}

/** A bar with the shares of the outcomes; the numbers below it have the same information. */
function PeopleBar({ record: { sent, ended } }: BarProps) {
  const counts = ended?.counts;
  if (sent === null || counts == null) return null;
  const { list, sent: rows } = sent.rows;
  const parts = [
    ['scored', counts.scored],
    ['refused', counts.refused],
    ['out', list - rows + counts.unknown],
  ] as const;
  return (
    <div className="record-bar" aria-hidden>
      {parts.map(([part, value]) => value > 0 && <span key={part} data-part={part} style={{ flexGrow: value }} />)}
    </div>
  );
}

interface SectionProps extends BarProps {
  readonly section: RecordSection;
  readonly onAdd?: ((field: RecordField) => void) | undefined;
}

function Section({ record, section: { title, lines }, onAdd }: SectionProps) {
  return (
    <section className="record-section" aria-label={title}>
      <h3>{title}</h3>
      <div>
        {title === 'People' && <PeopleBar record={record} />}
        {lines.length === 0 && <p className="second">None.</p>}
        <dl className="record-lines">
          {lines.map(({ label, value, missing }, at) => (
            // Two decisions can have the same time.
            <div
              key={`${label} ${at}`}
              {...(label === title && { 'data-whole': true })}
              {...(missing !== undefined && { 'data-missing': true })}
            >
              <dt {...(label === title && { className: 'visually-hidden' })}>{label}</dt>
              <dd>
                {value}
                {missing !== undefined && ', and your organization requires it'}
                {missing !== undefined && onAdd !== undefined && (
                  <button type="button" className="link" aria-label={`Add: ${label}`} onClick={() => onAdd(missing)}>
                    Add
                  </button>
                )}
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}

interface RecordPaperProps extends BarProps {
  /** Completes a required field. Undefined if nothing can be added, for example in print. */
  readonly onAdd?: (field: RecordField) => void;
  /** True in print: adds the title of the page, which is not on the paper. */
  readonly isPrinted?: boolean;
}

/** The record, on the screen and in print. */
export function RecordPaper({ record, onAdd, isPrinted = false }: RecordPaperProps) {
  return (
    <article className="card record-paper">
      <header>
        <h2>
          {isPrinted && 'Screening record: '}
          {record.name ?? REMOVED_PROJECT}
        </h2>
        <p className="second">{writtenText(record)}</p>
      </header>
      {recordSections(record).map((section) => (
        <Section key={section.title} record={record} section={section} onAdd={onAdd} />
      ))}
    </article>
  );
}
