import { Button, TextInput } from '@mantine/core';
import { IconSearch, IconUserSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { Output } from '../../../shared/contract/index.ts';
import type { AppError } from '../../../shared/base/index.ts';
import { foundText, notFoundText } from '../../../shared/view-texts/index.ts';
import { asAppError, useClient, useWork } from '../../api/index.ts';
import { BackHead, Page, PageTitle } from '../../components/index.ts';
import { count } from '../../format/index.ts';
import { EmptyState, FailureLine, WorkProgress, useAnnounce, useMissing } from '../../kit/index.ts';
import { toProject, toScreen } from '../../navigation/index.ts';
import { PersonActions } from './PersonActions.tsx';
import { PlacesTable, keyOf, placesOf } from './PlacesTable.tsx';
import './person.css';

type Found = Output<'people.find'>;

/** An answer with its search text, because the field may have another text by now. */
interface Answer {
  readonly text: string;
  readonly found: Found;
}

/** The search for a text. A new search cancels the running one. */
function useSearch() {
  const client = useClient();
  const announce = useAnnounce();
  const work = useWork();
  const [isSearching, setSearching] = useState(false);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [error, setError] = useState<AppError | null>(null);
  const latest = useRef(0);
  const { cancel } = work;
  useEffect(() => cancel, [cancel]);
  const search = async (text: string) => {
    const number = ++latest.current;
    work.cancel();
    setSearching(true);
    setError(null);
    setAnswer(null);
    try {
      const found = await client.call('people.find', { text }, work.begin());
      if (number !== latest.current) return;
      setAnswer({ text, found });
      announce(placesOf(found).length === 0 ? 'Nobody was found' : `Found in ${count(placesOf(found).length, 'place')}`);
    } catch (reason) {
      const failure = asAppError(reason);
      if (number === latest.current && failure.code !== 'CANCELED') setError(failure);
    } finally {
      if (number === latest.current) setSearching(false);
    }
  };
  return { search, work, isSearching, answer, error };
}

/** Projects that could not be searched. */
function Unread({ found }: { readonly found: Found }) {
  if (found.unread.length === 0) return null;
  return (
    <section className="card person-remarks" aria-label="Not searched">
      <p>These projects could not be searched, because they are being read, or their files are damaged:</p>
      <ul>
        {found.unread.map(({ id, name }) => (
          <li key={id}>
            <a className="link" href={toProject(id)}>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface FoundPlacesProps {
  readonly answer: Answer;
  readonly onErased: (said: string) => void;
}

function FoundPlaces({ answer: { text, found }, onErased }: FoundPlacesProps) {
  const places = placesOf(found);
  // Choose nothing at first, because the rows of several people can contain the text, and a file must be about only one of them.
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const remarks = foundText(found);
  const hasTexts = found.texts.length > 0 || found.projects.some(({ texts }) => texts.length > 0);
  // If some places are not shown, the note about them comes before the table, because its box chooses only the shown ones.
  const isCut = found.projects.some(({ more }) => more > 0);
  const elsewhere = remarks.length > 0 && (
    <section className="card person-remarks" aria-label="Elsewhere">
      {remarks.map((remark) => (
        <p key={remark}>{remark}</p>
      ))}
    </section>
  );
  return (
    <>
      {isCut && elsewhere}
      {(places.length > 0 || hasTexts) && (
        <section className="card person-found" aria-label="Places">
          <PersonActions text={text} places={places.filter((place) => chosen.has(keyOf(place)))} hasTexts={hasTexts} onErased={onErased} />
          {places.length > 0 && <PlacesTable found={found} chosen={chosen} onChoose={setChosen} />}
        </section>
      )}
      {places.length === 0 && (
        <div className="card">
          <EmptyState icon={IconUserSearch} title="Nobody was found">
            {notFoundText(found)}
          </EmptyState>
        </div>
      )}
      {!isCut && elsewhere}
      <Unread found={found} />
    </>
  );
}

export function PersonScreen() {
  const [text, setText] = useState('');
  const { search, work, isSearching, answer, error } = useSearch();
  const [said, setSaid] = useState<string | null>(null);
  const wanted = text.trim();
  // Search again after erasing, to show whether places of the person are left.
  const searchAgain = async (sought: string, done: string) => {
    setSaid(done);
    await search(sought);
  };
  const missing = useMissing({ wanted: wanted.length < 2 && 'Enter at least two characters.' });
  const submit = missing.submits(() => {
    setSaid(null);
    void search(wanted);
  });
  return (
    <Page
      isPlain
      head={<BackHead href={toScreen('projects')} to="Projects" title={<PageTitle window="Find a person">Find a person</PageTitle>} />}
    >
      <div className="person-everywhere">
        <form className="person-search" onSubmit={submit}>
          <TextInput
            aria-label="Name, ID, email, address or phone number"
            placeholder="Name, ID, email, address or phone number"
            type="search"
            error={missing.at('wanted')}
            autoComplete="off"
            spellCheck={false}
            maxLength={200}
            leftSection={<IconSearch size={16} stroke={1.6} aria-hidden />}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Button type="submit" aria-disabled={!missing.isComplete}>
            Search
          </Button>
        </form>
        <p className="second">
          Looks in every project with its corrections, results, notes and verdicts, in templates and saved settings, in the do-not-screen
          list, and among the people who were screened as single profiles.
        </p>
        {isSearching && <WorkProgress label="Searching" progress={work.progress} rows={0} onCancel={work.cancel} />}
        <FailureLine error={error} />
        {said !== null && <output className="person-message">{said}</output>}
        {answer !== null && <FoundPlaces key={answer.text} answer={answer} onErased={(done) => void searchAgain(answer.text, done)} />}
      </div>
    </Page>
  );
}
