import type { ReactNode } from 'react';
import { usDay } from '../../../shared/base/index.ts';
import { amountText, figureText, namesNote, type ReportLine, type ReportView, shortMoney, tintOf } from '../../../shared/report/index.ts';

interface PartProps {
  readonly title: string;
  readonly notes?: readonly string[];
  readonly children?: ReactNode;
}

function Part({ title, notes = [], children }: PartProps) {
  return (
    <section className="report-part">
      <h3>{title}</h3>
      {children}
      {notes.map((note) => (
        <p key={note} className="report-second">
          {note}
        </p>
      ))}
    </section>
  );
}

interface LinesProps {
  readonly lines: readonly ReportLine[];
  readonly all?: ReportLine;
  /** True to show a bar with the share of each line. */
  readonly hasBar?: boolean;
}

/** Numbers with their labels. The bar above them has the same information and is hidden from screen readers. */
function Lines({ lines, all, hasBar = false }: LinesProps) {
  return (
    <>
      {hasBar && (
        <div className="report-bar" aria-hidden>
          {lines
            .filter(({ value }) => value > 0)
            .map(({ label, value }) => (
              <span key={label} data-step={lines.findIndex((line) => line.label === label)} style={{ flexGrow: value }} />
            ))}
        </div>
      )}
      <dl className="report-lines">
        {lines.map(({ label, value }, at) => (
          <div key={label}>
            <dt>
              {hasBar && <i data-step={at} aria-hidden />}
              {label}
            </dt>
            <dd>{amountText(value)}</dd>
          </div>
        ))}
        {all !== undefined && (
          <div className="report-all">
            <dt>{all.label}</dt>
            <dd>{amountText(all.value)}</dd>
          </div>
        )}
      </dl>
    </>
  );
}

/** The width of the bar of an amount. */
const widthOf = (amount: number, most: number): string => `${most === 0 ? 0 : Math.round((amount / most) * 100)}%`;

function Capacity({ capacity }: { readonly capacity: NonNullable<ReportView['capacity']> }) {
  const most = Math.max(0, ...capacity.bands.map(({ sum }) => sum));
  return (
    <Part title={capacity.title} notes={capacity.notes}>
      <table className="report-table">
        <thead>
          <tr>
            <th scope="col" colSpan={2}>
              <span className="visually-hidden">Band</span>
            </th>
            <th scope="col">people</th>
            <th scope="col">capacity</th>
          </tr>
        </thead>
        <tbody>
          {capacity.bands.map(({ label, detail, people, sum }) => (
            <tr key={label}>
              <th scope="row">
                {label} <span className="report-second">{detail}</span>
              </th>
              <td className="report-cell-bar" aria-hidden>
                <span style={{ width: widthOf(sum, most) }} />
              </td>
              <td>{amountText(people)}</td>
              <td>{sum === 0 ? '–' : shortMoney(sum)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={2}>
              All
            </th>
            <td>{amountText(capacity.all.people)}</td>
            <td>{shortMoney(capacity.all.sum)}</td>
          </tr>
        </tfoot>
      </table>
    </Part>
  );
}

function Matrix({ matrix }: { readonly matrix: NonNullable<ReportView['matrix']> }) {
  const amountOf = ({ people, sum }: { readonly people: number; readonly sum: number }) => (matrix.hasSums ? sum : people);
  const most = Math.max(0, ...matrix.cells.flat().map(amountOf));
  return (
    <Part title={matrix.title} notes={matrix.notes}>
      <table className="report-matrix">
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">{matrix.title}</span>
            </th>
            {matrix.columns.map((text) => (
              <th key={text} scope="col">
                {text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {matrix.rows.map((text, row) => (
            <tr key={text}>
              <th scope="row">{text}</th>
              {matrix.cells[row]!.map((cell, column) => (
                <td key={matrix.columns[column]} data-tint={cell.people === 0 ? 0 : tintOf(amountOf(cell), most)}>
                  {amountText(cell.people)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Part>
  );
}

function Distribution({ distribution }: { readonly distribution: NonNullable<ReportView['distribution']> }) {
  const most = Math.max(0, ...distribution.lines.map(({ value }) => value));
  return (
    <Part title={distribution.title} notes={distribution.notes}>
      <table className="report-table">
        <tbody>
          {distribution.lines.map(({ label, value }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td className="report-cell-bar" aria-hidden>
                <span style={{ width: widthOf(value, most) }} />
              </td>
              <td>{amountText(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Part>
  );
}

function Names({ names }: { readonly names: NonNullable<ReportView['names']> }) {
  return (
    <Part title="People with the most capacity">
      <table className="report-table report-names">
        <thead>
          <tr>
            {['Name', 'Place', 'Rating', 'Officer', 'capacity'].map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {names.map(({ name, place, rating, officer, capacity }, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- two people can have one name, and they do not move.
            <tr key={at}>
              <th scope="row">{name}</th>
              <td>{place}</td>
              <td>{rating}</td>
              <td>{officer}</td>
              <td>{capacity === null ? '–' : shortMoney(capacity)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Part>
  );
}

const Steps = ({ steps }: Pick<ReportView, 'steps'>) => (
  <Part title="Next steps">
    <ol>
      {steps.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  </Part>
);

function Foot({ report, page }: { readonly report: ReportView; readonly page: string }) {
  return (
    <footer className="report-second">
      <span>{report.foot}</span>
      <span>
        {namesNote(report)}
        {page}
      </span>
    </footer>
  );
}

interface ReportPaperProps {
  /** The report without the parts that the user left out. */
  readonly report: ReportView;
  readonly paper: 'letter' | 'a4';
  readonly printedAt: number;
}

/** The printed page. Names and next steps are on a second page. */
export function ReportPaper({ report, paper, printedAt }: ReportPaperProps) {
  const { capacity, matrix, distribution, sent, match, since, credits, steps, names } = report;
  return (
    <>
      <article className="report-paper" data-paper={paper} aria-label={`Report, ${report.name}`}>
        <header>
          <div>
            <p className="report-second">Wealth screening, one page</p>
            <h2>{report.name}</h2>
            <p className="report-second">
              {[report.subtitle, ...(report.screenedAt === null ? [] : [`screened ${usDay(report.screenedAt)}`])]
                .filter((text) => text !== '')
                .join(' · ')}
            </p>
          </div>
          <p className="report-second">printed {usDay(printedAt)}</p>
        </header>
        <div>
          {report.intro.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </div>
        {report.figures.length > 0 && (
          <dl className="report-figures">
            {report.figures.map((figure) => (
              <div key={figure.label}>
                <dt>{figure.label}</dt>
                <dd>{figureText(figure)}</dd>
              </div>
            ))}
          </dl>
        )}
        <div className="report-row">
          {capacity !== null && <Capacity capacity={capacity} />}
          {matrix !== null && <Matrix matrix={matrix} />}
          {distribution !== null && <Distribution distribution={distribution} />}
        </div>
        <div className="report-row">
          {sent !== null && (
            <Part title={sent.title} notes={sent.notes}>
              <Lines lines={sent.lines} all={sent.all} hasBar />
            </Part>
          )}
          {match !== null && (
            <Part title={match.title} notes={match.notes}>
              <Lines lines={match.lines} hasBar={match.lines.length > 0} />
            </Part>
          )}
          {since !== null && (
            <Part title={since.title} notes={since.notes}>
              <Lines lines={since.lines} hasBar />
            </Part>
          )}
        </div>
        <div className="report-row">
          {credits !== null && (
            <Part title={credits.title} notes={credits.notes}>
              <Lines lines={credits.lines} />
            </Part>
          )}
          {names === null && steps.length > 0 && <Steps steps={steps} />}
        </div>
        <Foot report={report} page={names === null ? '' : ', page 1 of 2'} />
      </article>
      {names !== null && (
        <article className="report-paper" data-paper={paper} aria-label={`Report, ${report.name}, page 2`}>
          <Names names={names} />
          {steps.length > 0 && <Steps steps={steps} />}
          <Foot report={report} page=", page 2 of 2" />
        </article>
      )}
    </>
  );
}
