import { Fragment } from 'react';
import guide from '../../../docs/USER_GUIDE.md?raw';
import { type GuideBlock, readGuide, textsOf } from './guide.ts';
import { SettingsSubpage } from './SettingsSubpage.tsx';

const BLOCKS = readGuide(guide);

function Line({ text }: { readonly text: string }) {
  return textsOf(text).map(({ style, text: piece }, index) => {
    // oxlint-disable-next-line react/no-array-index-key -- the guide does not change while it is shown
    const key = index;
    if (style === 'strong') return <strong key={key}>{piece}</strong>;
    if (style === 'emphasis') return <em key={key}>{piece}</em>;
    if (style === 'code')
      return (
        <code key={key} className="mono">
          {piece}
        </code>
      );
    return <Fragment key={key}>{piece}</Fragment>;
  });
}

function Block({ block }: { readonly block: GuideBlock }) {
  switch (block.kind) {
    case 'heading': {
      const Heading = block.level === 2 ? 'h2' : 'h3';
      return (
        <Heading id={`guide-${block.id}`} tabIndex={-1}>
          {block.text}
        </Heading>
      );
    }
    case 'list':
      return (
        <ul>
          {block.items.map((item) => (
            <li key={item}>
              <Line text={item} />
            </li>
          ))}
        </ul>
      );
    case 'table':
      return (
        <table>
          <thead>
            <tr>
              {block.head.map((cell) => (
                <th key={cell} scope="col">
                  <Line text={cell} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {block.rows.map((row) => (
              <tr key={row.join('|')}>
                {row.map((cell) => (
                  <td key={cell}>
                    <Line text={cell} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      );
    case 'command':
      return <pre className="mono small">{block.text}</pre>;
    default:
      return (
        <p>
          <Line text={block.text} />
        </p>
      );
  }
}

function goTo(id: string): void {
  const heading = document.getElementById(`guide-${id}`);
  heading?.scrollIntoView({ block: 'start' });
  heading?.focus({ preventScroll: true });
}

/** The user guide of this version. */
export function GuidePage() {
  return (
    <SettingsSubpage title="User guide">
      <nav className="card guide-contents" aria-label="Contents">
        <ul>
          {BLOCKS.map((block) =>
            block.kind === 'heading' && block.level === 2 ? (
              <li key={block.id}>
                <button type="button" className="link" onClick={() => goTo(block.id)}>
                  {block.text}
                </button>
              </li>
            ) : null,
          )}
        </ul>
      </nav>
      <section className="card guide" aria-label="Guide">
        {BLOCKS.map((block, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the guide does not change while it is shown
          <Block key={index} block={block} />
        ))}
      </section>
    </SettingsSubpage>
  );
}
