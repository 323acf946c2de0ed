import { createContext, type ReactNode, use, useEffect, useMemo, useRef, useState } from 'react';

type Announce = (text: string, urgency?: 'polite' | 'assertive') => void;

const AnnounceContext = createContext<Announce>(() => undefined);

/** Announces a text to screen readers. Use it for changes outside the focused element. */
export const useAnnounce = (): Announce => use(AnnounceContext);

/** How long a text is kept when the user goes to another screen, in milliseconds: a screen reader may not have read it yet. */
const SHORTEST = 1000;

/** The two live regions of the window. They exist from the start, because a region that is added together with its text is not read out. */
export function Announcer({ children }: { readonly children: ReactNode }) {
  const [polite, setPolite] = useState('');
  const [assertive, setAssertive] = useState('');
  const announcedAt = useRef(0);
  // A screen reader also finds the text when it reads the page. On another screen it would be wrong.
  useEffect(() => {
    const clear = () => {
      if (performance.now() - announcedAt.current < SHORTEST) return;
      setPolite('');
      setAssertive('');
    };
    window.addEventListener('hashchange', clear);
    return () => window.removeEventListener('hashchange', clear);
  }, []);
  const announce = useMemo<Announce>(
    () =>
      (text, urgency = 'polite') => {
        announcedAt.current = performance.now();
        const set = urgency === 'polite' ? setPolite : setAssertive;
        // Without a difference, a repeated text would not be read.
        set((before) => (before === text ? `${text}\u00a0` : text));
      },
    [],
  );
  return (
    <AnnounceContext value={announce}>
      {children}
      <output className="visually-hidden">{polite}</output>
      <div className="visually-hidden" role="alert">
        {assertive}
      </div>
    </AnnounceContext>
  );
}
