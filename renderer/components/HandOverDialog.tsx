/** Hands over a project or a copy of it as an encrypted bundle, and takes back a project that was handed over. */
import { Button, Radio } from '@mantine/core';
import { useState } from 'react';
import { LEAST_PASSPHRASE, type ProjectView } from '../../shared/contract/index.ts';
import { isRunning } from '../../shared/project/index.ts';
import { CHECKED_THERE, HAND_OVER_MEANS, TAKE_BACK_MEANS } from '../../shared/view-texts/index.ts';
import { useClient, useCommand } from '../api/index.ts';
import { ConfirmDialog, Dialog, FormDialog, useMissing, useReturnedFocus, SecretInput } from '../kit/index.ts';

interface DialogProps {
  readonly project: ProjectView;
  readonly onClose: () => void;
}

type Right = 'copy' | 'hand-over';

/** A passphrase with at least this many characters is hard to guess if its words are unrelated. */
const GOOD_PASSPHRASE = 20;
const NO_MATCH = 'The passphrases do not match.';

function strengthOf(passphrase: string): string {
  const missing = LEAST_PASSPHRASE - passphrase.trim().length;
  if (missing > 0) return `At least ${LEAST_PASSPHRASE} characters; ${missing} more.`;
  if (new Set(passphrase).size < 6) return 'Few different characters: easy to guess.';
  if (passphrase.trim().length < GOOD_PASSPHRASE) return 'Long enough. Four or five words that do not belong together are better.';
  return 'Good, if you use it nowhere else.';
}

function Made({ right, shown, onClose }: { readonly right: Right; readonly shown: string; readonly onClose: () => void }) {
  return (
    <Dialog onClose={onClose} title={right === 'copy' ? 'The copy was saved' : 'The project was handed over'}>
      <div className="dialog-text">
        <p className="strong">Saved to {shown}.</p>
        <p>Give the passphrase to your colleague by phone or in person, not with the file. Without it, nobody can open the bundle.</p>
        {right === 'hand-over' && <p>If the file is lost before anybody opened it, choose “Take it back…” in the menu of the project.</p>}
      </div>
      <div className="dialog-foot">
        <Button onClick={onClose} data-autofocus>
          Close
        </Button>
      </div>
    </Dialog>
  );
}

export function HandOverDialog({ project, onClose }: DialogProps) {
  // The second dialog opens from the first, which is then gone, so the focus returns to what opened the first.
  useReturnedFocus();
  const client = useClient();
  const [right, setRight] = useState<Right>('copy');
  const [passphrase, setPassphrase] = useState('');
  const [again, setAgain] = useState('');
  const missing = useMissing({
    passphrase:
      passphrase.trim().length < LEAST_PASSPHRASE && (passphrase === '' ? 'Choose a passphrase.' : 'The passphrase is too short.'),
    again: again !== passphrase && (again === '' ? 'Enter the passphrase again.' : NO_MATCH),
  });
  const make = useCommand('bundles.make', (made) => {
    if (made?.download != null) client.download(made.download);
  });
  if (make.data != null) return <Made right={make.data.right} shown={make.data.shown} onClose={onClose} />;
  return (
    <FormDialog
      title={`Hand over “${project.name}”`}
      submit={right === 'copy' ? 'Save the copy…' : 'Hand it over…'}
      missing={missing}
      command={make}
      onSubmit={() => make.mutate({ id: project.id, right, passphrase })}
      onClose={onClose}
    >
      <p className="second dialog-note">
        One encrypted file with the list, its columns, corrections, results, verdicts, notes and record. It has no token, and nothing from
        other projects.
      </p>
      <Radio.Group label="What your colleague gets" value={right} onChange={(value) => setRight(value)}>
        <Radio
          mt={8}
          value="copy"
          label="A copy to read"
          description="There it can be reviewed and saved, and never sent. This computer keeps the project."
        />
        <Radio
          mt={8}
          value="hand-over"
          label="The project itself"
          description={isRunning(project.state) ? 'It is running on this computer. Pause it to hand it over.' : HAND_OVER_MEANS}
          disabled={isRunning(project.state)}
        />
      </Radio.Group>
      {right === 'hand-over' && <p className="second dialog-note">{CHECKED_THERE}</p>}
      <SecretInput
        what="passphrase"
        label="Passphrase"
        description={strengthOf(passphrase)}
        error={missing.at('passphrase')}
        value={passphrase}
        onChange={setPassphrase}
      />
      <SecretInput
        what="passphrase"
        label="The same passphrase again"
        value={again}
        error={missing.at('again') ?? (again !== '' && !passphrase.startsWith(again) && NO_MATCH)}
        onChange={setAgain}
      />
    </FormDialog>
  );
}

export function TakeBackDialog({ project, onClose }: DialogProps) {
  const takeBack = useCommand('bundles.takeBack', onClose);
  return (
    <ConfirmDialog
      title={`Take “${project.name}” back?`}
      confirm="Nobody opens the bundle: take it back"
      isDestructive
      command={takeBack}
      onConfirm={() => takeBack.mutate({ id: project.id, confirmed: true })}
      onClose={onClose}
    >
      <p>The project can then be sent from this computer again.</p>
      <p className="strong">{TAKE_BACK_MEANS}</p>
    </ConfirmDialog>
  );
}
