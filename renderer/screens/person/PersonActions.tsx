import { Button, Checkbox, Menu, Textarea } from '@mantine/core';
import { useLayoutEffect, useRef, useState } from 'react';
import type { ExportView, Input, Output, PersonPlace } from '../../../shared/contract/index.ts';
import { peopleIn } from '../../../shared/view-texts/index.ts';
import { asAppError, useClient, useCommand } from '../../api/index.ts';
import { SavingTable, type TableTexts } from '../../components/index.ts';
import { count, number } from '../../format/index.ts';
import { ConfirmDialog, CopyLink, Dialog, DialogFoot, FailureLine, useAnnounce } from '../../kit/index.ts';

const TEXTS: TableTexts = {
  save: 'Save what is stored',
  choose: 'Everything stored in the chosen places',
  writing: 'Saving what is stored',
  done: 'What is stored is saved',
  row: 'place',
  written: 'written.',
  kept: 'Nothing changed.',
};

type Letters = Output<'people.letters'>;
type Outlook = Output<'people.erasing'>;

function LettersDialog({ letters, onClose }: { readonly letters: Letters; readonly onClose: () => void }) {
  return (
    <Dialog title="Letter to the service" size={640} onClose={onClose}>
      {letters.length === 0 && <p>None of the chosen places was sent, so there is no letter.</p>}
      {letters.map(({ connection, text }) => (
        <div key={connection} className="person-letter">
          <Textarea label={connection} readOnly autosize minRows={8} maxRows={16} value={text} />
          <CopyLink label="Copy the letter" text={() => text} />
        </div>
      ))}
      <DialogFoot onClose={onClose} />
    </Dialog>
  );
}

interface EraseDialogProps {
  readonly chosen: Input<'people.letters'>;
  readonly title: string;
  readonly outlook: Outlook;
  readonly onErased: (said: string) => void;
  readonly onClose: () => void;
}

interface MentionsProps {
  readonly outlook: Outlook;
  /** Keys of the chosen texts. */
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (chosen: ReadonlySet<string>) => void;
}

/** The texts that name the person, each before and after the erasure. */
function Mentions({ outlook: { texts, more }, chosen, onChoose }: MentionsProps) {
  if (texts.length === 0) return null;
  return (
    <fieldset className="person-mentions">
      <legend>These texts name the person</legend>
      {texts.map(({ key, where, before, after, isSure, stays }) => (
        <div key={key}>
          {stays === null ? (
            <Checkbox
              label={`“${before}” becomes “${after}”`}
              description={isSure ? where : `${where}. Only matches the words of your search, so it may mean somebody else.`}
              checked={chosen.has(key)}
              onChange={(event) => onChoose(event.currentTarget.checked ? new Set([...chosen, key]) : without(chosen, key))}
            />
          ) : (
            <p>
              “{before}” stays: {where}. {stays}
            </p>
          )}
        </div>
      ))}
      {more > 0 && <p>{count(more, 'further text')} may mean the person. Search with more of the name.</p>}
    </fieldset>
  );
}

const without = (keys: ReadonlySet<string>, key: string): ReadonlySet<string> => new Set([...keys].filter((one) => one !== key));

/** Shows the effect of erasing before it is done. */
function EraseDialog({ chosen, title, outlook, onErased, onClose }: EraseDialogProps) {
  const { blocked, breaks, remains, texts } = outlook;
  const [neverScreen, setNeverScreen] = useState(true);
  const [mentions, setMentions] = useState<ReadonlySet<string>>(
    () => new Set(texts.filter(({ isSure, stays }) => isSure && stays === null).map(({ key }) => key)),
  );
  const erase = useCommand('people.erase', ({ text }) => onErased(text));
  if (blocked.length > 0)
    return (
      <Dialog title="Not possible now" onClose={onClose}>
        {blocked.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        <DialogFoot onClose={onClose} />
      </Dialog>
    );
  return (
    <ConfirmDialog
      title={title}
      cancel="Not now"
      confirm="Erase for good"
      isDestructive
      isDisabled={chosen.places.length + mentions.size === 0}
      command={erase}
      onConfirm={() => erase.mutate({ ...chosen, places: [...chosen.places], neverScreen, texts: [...mentions] })}
      onClose={onClose}
    >
      <Mentions outlook={outlook} chosen={mentions} onChoose={setMentions} />
      <ul className="person-outlook">
        {[...breaks, ...remains].map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      {chosen.places.length > 0 && (
        <Checkbox
          mt="sm"
          label="Also put them on the do-not-screen list"
          checked={neverScreen}
          onChange={(event) => setNeverScreen(event.currentTarget.checked)}
        />
      )}
    </ConfirmDialog>
  );
}

interface PersonActionsProps {
  readonly text: string;
  readonly places: readonly PersonPlace[];
  /** True when texts outside rows contain the search text. The user can erase it there without choosing a place. */
  readonly hasTexts: boolean;
  /** `said`: what was done. */
  readonly onErased: (said: string) => void;
}

/** The actions for the chosen places. */
export function PersonActions({ text, places, hasTexts, onErased }: PersonActionsProps) {
  const client = useClient();
  const announce = useAnnounce();
  const [begun, setBegun] = useState<ExportView | null>(null);
  const [letters, setLetters] = useState<Letters | null>(null);
  const [isAsking, setAsking] = useState(false);
  const [outlook, setOutlook] = useState<Outlook | null>(null);
  const [message, setMessage] = useState<string | null>(null);
  /** `of`: the places that were chosen when the action failed. */
  const [failure, setFailure] = useState<{ readonly of: string; readonly error: Error } | null>(null);
  const save = useCommand('people.export', (view) => view !== null && setBegun(view));
  const never = useCommand('people.neverScreen', ({ added, known, withoutKey }) => {
    const said = [
      `${count(added, 'person', 'people')} added to the do-not-screen list.`,
      ...(known === 0 ? [] : [`${count(known, 'person was', 'people were')} on it before.`]),
      ...(withoutKey === 0 ? [] : [`${count(withoutKey, 'place has', 'places have')} no ID, no email and no name with a postal code.`]),
    ].join(' ');
    setAsking(false);
    setMessage(said);
    announce(said);
  });
  const chosen = { text, places: places.map(({ id, row, profile }) => ({ id, row, profile })) };
  const isNone = places.length === 0;
  const people = peopleIn(places);
  const chosenText = `${count(places.length, 'place')}${people > 1 ? ` of ${count(people, 'person', 'people')}` : ''} chosen`;
  const key = JSON.stringify(chosen);
  const latest = useRef(key);
  useLayoutEffect(() => {
    latest.current = key;
  });
  /** Shows an answer about the chosen places. Discards it if the choice has changed, because the user would confirm something else. */
  const ask = async <T,>(asked: Promise<T>, show: (answer: T) => void) => {
    setFailure(null);
    try {
      const answer = await asked;
      if (latest.current === key) show(answer);
    } catch (reason) {
      setFailure({ of: key, error: asAppError(reason) });
    }
  };
  const write = () => void ask(client.call('people.letters', chosen), setLetters);
  // Ask each time, because a list can finish at any moment.
  const look = () => void ask(client.call('people.erasing', chosen), setOutlook);
  const asked = save.variables;
  const isOfChosen = asked !== undefined && JSON.stringify({ text: asked.text, places: asked.places }) === key;
  const error = (failure?.of === key ? failure.error : null) ?? (isOfChosen ? save.error : null);
  return (
    <>
      <div className="person-actions">
        <span className="second">{isNone ? 'Choose the places of one person.' : chosenText}</span>
        <Menu position="bottom-end">
          <Menu.Target>
            <Button variant="default" size="xs" disabled={isNone} loading={save.isPending}>
              {TEXTS.save}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Label>{TEXTS.choose}</Menu.Label>
            <Menu.Item onClick={() => save.mutate({ ...chosen, format: 'xlsx' })}>Excel workbook</Menu.Item>
            <Menu.Item onClick={() => save.mutate({ ...chosen, format: 'json' })}>JSON</Menu.Item>
          </Menu.Dropdown>
        </Menu>
        <Button variant="default" size="xs" disabled={isNone} onClick={write}>
          Letter to the service…
        </Button>
        <Button variant="default" size="xs" disabled={isNone} onClick={() => setAsking(true)}>
          Never screen again…
        </Button>
        <Button variant="default" size="xs" disabled={isNone && !hasTexts} onClick={look}>
          Erase…
        </Button>
      </div>
      {message !== null && <output className="person-message">{message}</output>}
      <FailureLine error={error} />
      {begun !== null && <SavingTable begun={begun} texts={TEXTS} onClose={() => setBegun(null)} />}
      {letters !== null && <LettersDialog letters={letters} onClose={() => setLetters(null)} />}
      {outlook !== null && (
        <EraseDialog
          chosen={chosen}
          outlook={outlook}
          title={people > 1 ? `Erase these ${number(people)} people?` : isNone ? 'Erase from these texts?' : 'Erase this person?'}
          onErased={(said) => {
            setOutlook(null);
            onErased(said);
          }}
          onClose={() => setOutlook(null)}
        />
      )}
      {isAsking && (
        <ConfirmDialog
          title={people > 1 ? `Never screen these ${number(people)} people again?` : 'Never screen this person again?'}
          cancel="Not now"
          confirm="Add to the do-not-screen list"
          command={never}
          onConfirm={() => never.mutate(chosen)}
          onClose={() => setAsking(false)}
        >
          <p>
            {chosenText}. {people > 1 ? 'They are' : 'The person is'} then left out of every list and of single screenings. Lists that were
            already sent continue, and their results are kept.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
