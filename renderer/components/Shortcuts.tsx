import { Fragment } from 'react';

const isMac = /mac/i.test(navigator.platform);
const control = isMac ? '⌘' : 'Ctrl';

const SHORTCUTS: readonly (readonly [readonly string[], string])[] = [
  [[control, 'N'], 'New screening'],
  [[control, 'V'], 'Bring copied cells, on New screening'],
  [['Enter'], 'Open a row; keep an edited cell'],
  [['F2'], 'Edit a cell; typing edits as well'],
  [['Esc'], 'Give an edit up; close a dialog or a menu'],
  [['F8'], 'Next issue'],
  [[control, 'Z'], 'Undo in Check'],
  [[control, 'Home'], 'First cell of a grid'],
  [[control, 'End'], 'Last cell of a grid'],
];

export function Shortcuts() {
  return (
    <dl className="shortcuts">
      {SHORTCUTS.map(([keys, meaning]) => (
        <Fragment key={meaning}>
          <dt>
            {keys.map((key) => (
              <Fragment key={key}>
                <kbd className="key">{key}</kbd>{' '}
              </Fragment>
            ))}
          </dt>
          <dd>{meaning}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
