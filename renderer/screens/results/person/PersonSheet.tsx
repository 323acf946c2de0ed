/** One printed page about a person. It is in the document only for the printer. */
import { Portal } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { HistoryView, PersonNotesView, PersonView, ProjectView, ResultsView } from '../../../../shared/contract/index.ts';
import { ValueBar } from '../../../kit/index.ts';
import { day } from '../../../format/index.ts';
import { aboutOf, briefOf, contactOf, cutAtWord, givingOf, type Line, matchSentence } from './person-brief.ts';
import { historyLine } from './history-points.ts';
import { HistoryChart } from './HistoryLine.tsx';
import { GiftChart } from './PersonCards.tsx';
import { addressesOf, foundOf, interestsOf, ratingsOf } from './score-lines.ts';
import './person-sheet.css';

/** Maximum lines of a section, and characters and line ends of the notes, so that everything always fits on the page. */
const MAX_LINES = 6;
const MAX_TEXT = 500;
const MAX_BREAKS = 5;

/** Lines to write on by hand. More than fit, because those below the foot are cut off. */
const LINES_BY_HAND = Array.from({ length: 20 }, (_, line) => line);

export interface SheetPerson {
  readonly person: PersonView;
  readonly notes: PersonNotesView;
  readonly history: HistoryView;
}

interface SheetLinesProps {
  readonly title: string;
  readonly lines: readonly Line[];
  /** A picture above the lines. */
  readonly children?: ReactNode;
}

function SheetLines({ title, lines, children }: SheetLinesProps) {
  if (lines.length === 0) return null;
  return (
    <section>
      <h3>{title}</h3>
      {children}
      <dl>
        {lines.slice(0, MAX_LINES).map(({ label, text, more }) => (
          <div key={label}>
            <dt className="cut">{label}</dt>
            <dd className="cut">
              <b>{text}</b> {more}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The element ID of a page, for links in the contents. */
const anchorOf = (page: number): string => `sheet-${page}`;

/** The contents page before the pages of several people: their names with page numbers, which are links in a PDF. */
function Contents({ project, people }: Pick<PersonSheetsProps, 'project' | 'people'>) {
  return (
    <nav className="sheet sheet-contents" aria-label="Contents">
      <p className="sheet-second">Prospect briefs, for meetings</p>
      <h1>{project.name}</h1>
      <ol>
        {people.map(({ person }, at) => (
          <li key={person.row ?? at}>
            <a href={`#${anchorOf(at + 1)}`}>{person.name}</a> <span className="sheet-second">page {at + 1}</span>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** The notes, shortened between two words if they are too long. */
function notesText(note: string): { readonly text: string; readonly isCut: boolean } {
  const lines = note.split('\n');
  const few = lines.slice(0, MAX_BREAKS).join('\n');
  const { text, isCut } = cutAtWord(few, MAX_TEXT);
  return { text, isCut: isCut || lines.length > MAX_BREAKS };
}

function Sheet({
  project,
  results,
  person,
  notes,
  history,
  page,
  pages,
}: SheetPerson & SheetsProps & { readonly page: number; readonly pages: number }) {
  const [today] = useState(() => Date.now());
  const brief = briefOf(person, results.columns);
  const { capacity, propensity, overall, match, sentence } = brief;
  const giving = givingOf(person);
  const line = historyLine(history);
  const id = person.record.find(({ field }) => field === 'constituentId')?.value;
  const ratings = [...ratingsOf(person.values, results.columns, brief), ...interestsOf(person.values, results.columns)].slice(0, 8);
  const note = notesText(notes.note);
  const isWeak = match?.step.word === 'weak';
  const matchLine = match !== null && <p className="sheet-match">{matchSentence(match)}</p>;
  const figures = [capacity, propensity, overall].flatMap((figure) =>
    figure === null ? [] : [{ label: figure.column.title, text: figure.text }],
  );
  return (
    <article className="sheet" id={anchorOf(page)} aria-label={person.name}>
      <header>
        <div>
          <p className="sheet-second">Prospect brief, for a meeting</p>
          <h2>{person.name}</h2>
          <p className="sheet-second">
            {[aboutOf(person), id === undefined ? '' : `ID ${id}`, ...person.flags].filter((part) => part !== '').join(' · ')}
          </p>
        </div>
        <p className="sheet-second">
          {project.name}
          <br />
          printed {day(today)}
        </p>
      </header>
      {isWeak && matchLine}
      {sentence !== null && <p className={isWeak ? 'sheet-second' : 'sheet-said'}>{sentence}</p>}
      {!isWeak && matchLine}
      <dl className="sheet-figures">
        {[...figures, ...(giving.total === '' ? [] : [{ label: 'Given to us', text: giving.total }])].map(({ label, text }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <div className="sheet-columns">
        <SheetLines title="Giving to us" lines={giving.lines}>
          <GiftChart gifts={giving.gifts} />
        </SheetLines>
        <SheetLines title="Property and giving found" lines={foundOf(person.values, results.columns)} />
        {line !== null && (
          <section>
            <h3>
              Earlier scores <span className="sheet-second">{line.title}</span>
            </h3>
            <HistoryChart line={line} />
          </section>
        )}
        {ratings.length > 0 && (
          <section>
            <h3>What the scores say</h3>
            <dl>
              {ratings.map(({ label, text, value, min, max }) => (
                <div key={label}>
                  <dt className="cut">{label}</dt>
                  <dd>
                    <ValueBar value={value} min={min} max={max} width={80} /> <b>{text}</b>
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        )}
      </div>
      <div className="sheet-columns">
        {(note.text !== '' || notes.nextStep !== '') && (
          <section className="sheet-notes">
            <h3>Notes for the meeting</h3>
            {note.text !== '' && (
              <p>
                {note.text}
                {note.isCut && <i> … more on screen</i>}
              </p>
            )}
            {notes.nextStep !== '' && (
              <p>
                <b>Next step</b> {cutAtWord(notes.nextStep, 160).text}
              </p>
            )}
          </section>
        )}
        <SheetLines title="Contact" lines={contactOf(person)} />
      </div>
      {addressesOf(person.values, null)
        .slice(0, 2)
        .map(({ key, href, label }) => (
          <p key={key} className="sheet-second cut">
            {label}: <a href={href}>{href}</a>
          </p>
        ))}
      <div className="sheet-hand">
        <p className="sheet-second">Notes by hand</p>
        {LINES_BY_HAND.map((line) => (
          <hr key={line} />
        ))}
      </div>
      <footer className="sheet-second">
        <span>
          {project.connection.kind === 'practice' ? 'Rehearsal: these scores are made up. ' : 'Confidential. '}
          {project.processedAt === null ? '' : `Scored ${day(project.processedAt)}. `}Not for decisions on credit, insurance or employment.
        </span>
        <span>
          Page {page} of {pages}
        </span>
      </footer>
    </article>
  );
}

interface SheetsProps {
  readonly project: ProjectView;
  readonly results: ResultsView;
}

interface PersonSheetsProps extends SheetsProps {
  readonly people: readonly SheetPerson[];
  /** Rendered after the sheets, to act when they are in the document. */
  readonly children?: ReactNode;
}

/** One page for each person, in this order; several have a page of contents before them. */
export function PersonSheets({ people, children, ...props }: PersonSheetsProps) {
  return (
    <Portal className="sheets" reuseTargetNode={false}>
      {people.length > 1 && <Contents {...props} people={people} />}
      {people.map((one, at) => (
        <Sheet key={one.person.row ?? at} {...props} {...one} page={at + 1} pages={people.length} />
      ))}
      {children}
    </Portal>
  );
}
