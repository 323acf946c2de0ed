import { Fragment } from 'react';
import { useContractQuery } from '../api/index.ts';
import { ALT, CONTROL } from '../kit/index.ts';

type Shortcut = readonly [keys: readonly string[], meaning: string];

/** Shortcuts of every host. */
const ALWAYS: readonly Shortcut[] = [
  [[CONTROL, 'N'], 'New screening'],
  [[CONTROL, 'V'], 'Import copied cells, on New screening'],
  [[CONTROL, 'Enter'], 'Continue to the next step; go to a button that spends credits'],
  [[CONTROL, '4'], 'Report, in a project with scores'],
  [['←', '→'], 'Previous or next tab of a project, when a tab has the focus'],
  [[CONTROL, 'Z'], 'Undo, on File, Columns and Write back'],
  [['Esc'], 'Close a dialog or a menu'],
];

/** Shortcuts of the application menu, which a page in a browser does not have. */
const MENU: readonly Shortcut[] = [
  [[CONTROL, 'O'], 'Open a file'],
  [[CONTROL, 'E'], 'Export the results'],
  [[CONTROL, 'F'], 'Find'],
  [[CONTROL, 'Shift', 'F'], 'Find a person'],
  [[CONTROL, '1'], 'Projects'],
  [[CONTROL, '2'], 'Single profile'],
  [[CONTROL, '3'], 'Connections'],
  [[CONTROL, ','], 'Settings'],
  [[CONTROL, ALT, '0'], 'Appearance: same as the computer'],
  [[CONTROL, ALT, '1'], 'Appearance: light'],
  [[CONTROL, ALT, '2'], 'Appearance: dark'],
  [[CONTROL, '/'], 'Show these shortcuts'],
];

const IN_ROWS: readonly Shortcut[] = [
  [['↑', '↓', '←', '→'], 'Move to another cell'],
  [['Page Up'], 'Move up one page'],
  [['Page Down'], 'Move down one page'],
  [['Home'], 'First column'],
  [['End'], 'Last column'],
  [[CONTROL, 'Home'], 'First cell'],
  [[CONTROL, 'End'], 'Last cell'],
  [['Enter'], 'Open a row; confirm an edited cell'],
  [['F2'], 'Edit a cell (typing works too), or rename the project'],
  [['Esc'], 'Cancel an edit; clear the selection'],
  [['Space'], 'In the Send column, leave a row out or send it; in Results, select a row'],
  [['Shift', '↑', '↓', '←', '→'], 'Select several cells or rows'],
  [[CONTROL, 'C'], 'Copy'],
  [[CONTROL, 'V'], 'Paste'],
  [[CONTROL, 'D'], 'Fill down'],
  [[CONTROL, 'A'], 'In Results, select everyone'],
  [['A'], 'In Results, assign the selected people to an officer'],
  [[CONTROL, 'F'], 'Find'],
  [['Enter'], 'On a heading, sort; in Check, a third press restores the order of the file'],
  [[ALT, '←'], 'Make the column narrower'],
  [[ALT, '→'], 'Make the column wider'],
];

const IN_CHECK: readonly Shortcut[] = [
  [['F8'], 'Next issue'],
  [['Shift', 'F8'], 'Previous issue'],
  [[ALT, 'Enter'], 'Apply the first fix of the cell'],
  [['F6'], 'Move between the rows and the buttons below them'],
  [[ALT, '↓'], 'Menu of a column'],
  [['1 to 9'], 'In rows that repeat each other, keep the first to the ninth row'],
  [['M'], 'In rows that repeat each other, merge'],
  [['B'], 'In rows that repeat each other, keep all'],
  [[CONTROL, 'Z'], 'Undo'],
  [[CONTROL, 'Shift', 'Z'], 'Redo'],
];

const FOR_A_PERSON: readonly Shortcut[] = [
  [['J'], 'Next person; → and Alt ↓ do the same'],
  [['K'], 'Previous person; ← and Alt ↑ do the same'],
  [['N'], 'Notes'],
];

const IN_REVIEW: readonly Shortcut[] = [
  [['R'], 'Right'],
  [['W'], 'Wrong'],
  [['U'], 'Unsure'],
  [['1 to 7'], 'Reason of the verdict'],
  [['J'], 'Next person'],
  [['K'], 'Previous person'],
  [['N'], 'Note'],
  [['/'], 'Jump to an ID or name'],
  [['O'], 'Open the first link of the profile'],
  [[CONTROL, 'Z'], 'Undo the last verdict'],
];

function Rows({ title, shortcuts }: { readonly title: string; readonly shortcuts: readonly Shortcut[] }) {
  return (
    <>
      <tr>
        <th scope="rowgroup" colSpan={2}>
          {title}
        </th>
      </tr>
      {shortcuts.map(([keys, meaning]) => (
        <tr key={meaning}>
          <td>
            {keys.map((key, index) => (
              <Fragment key={key}>
                {index > 0 && ' '}
                <kbd className="key">{key}</kbd>
              </Fragment>
            ))}
          </td>
          <td>{meaning}</td>
        </tr>
      ))}
    </>
  );
}

/** Every keyboard shortcut that works on this host. */
export function Shortcuts() {
  const { data } = useContractQuery('app.get', {});
  const everywhere = data?.host === 'electron' ? [...ALWAYS, ...MENU] : ALWAYS;
  return (
    <table className="shortcuts">
      <thead className="visually-hidden">
        <tr>
          <th scope="col">Keys</th>
          <th scope="col">Action</th>
        </tr>
      </thead>
      <tbody>
        <Rows title="Everywhere" shortcuts={everywhere} />
      </tbody>
      <tbody>
        <Rows title="In tables" shortcuts={IN_ROWS} />
      </tbody>
      <tbody>
        <Rows title="In Check" shortcuts={IN_CHECK} />
      </tbody>
      <tbody>
        <Rows title="On the page of a person" shortcuts={FOR_A_PERSON} />
      </tbody>
      <tbody>
        <Rows title="In Review" shortcuts={IN_REVIEW} />
      </tbody>
    </table>
  );
}
