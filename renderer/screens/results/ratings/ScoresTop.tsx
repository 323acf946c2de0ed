import { Button, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { z } from 'zod';
import { matrixRatings } from '../../../../shared/report/index.ts';
import { remember, remembered } from '../../../navigation/index.ts';
import { Overview, type OverviewProps } from '../overview/index.ts';
import { Matrix } from './Matrix.tsx';
import { OfficersPanel } from './OfficersPanel.tsx';
import { type Draft, RatingsDrawer } from './RatingsDrawer.tsx';
import './ratings.css';

const View = z.enum(['overview', 'matrix']);
type View = z.infer<typeof View>;
const KEY = 'scores-view';

/** The view above the list, which the page remembers. */
export function useScoresView(): readonly [view: View, change: (view: View) => void] {
  const [view, setView] = useState<View>(() => View.safeParse(remembered(KEY)).data ?? 'overview');
  const change = (next: View) => {
    remember(KEY, next);
    setView(next);
  };
  return [view, change];
}

interface ViewSwitchProps {
  readonly view: View;
  readonly onView: (view: View) => void;
}

export function ViewSwitch({ view, onView }: ViewSwitchProps) {
  return (
    <SegmentedControl
      aria-label="View"
      size="xs"
      value={view}
      onChange={onView}
      data={[
        { value: 'overview', label: 'Overview' },
        { value: 'matrix', label: 'Matrix' },
      ]}
    />
  );
}

/** The headline with its pictures, or the matrix with the officers. */
export function ScoresTop({ connection, view, ...props }: OverviewProps & { readonly connection: string; readonly view: View }) {
  const { id, results } = props;
  const [isEditing, setEditing] = useState(false);
  // Kept here, because clicking outside the drawer closes it and must not discard the bands that the user has typed.
  const [draft, setDraft] = useState<Draft | null>(null);
  if (results.counts.scored === 0) return null;
  const ratings = matrixRatings(results);
  return (
    <>
      {view === 'overview' ? (
        <Overview {...props} />
      ) : (
        <div className="card matrix-card">
          <section aria-label="Matrix">
            <div className="overview-head">
              <h2 className="card-title cut">{ratings === null ? 'Matrix' : 'Our ratings'}</h2>
              <button type="button" className="link" onClick={() => setEditing(true)}>
                Edit ratings…
              </button>
            </div>
            {ratings === null ? (
              <div className="matrix-none">
                <p>
                  The matrix shows people and capacity by two ratings. Choose two scores and name their bands
                  {results.ratings.length === 1 ? '. You have one so far.' : '.'}
                </p>
                <Button variant="default" size="xs" onClick={() => setEditing(true)}>
                  Choose scores and bands…
                </Button>
              </div>
            ) : (
              <Matrix {...props} />
            )}
          </section>
          <OfficersPanel {...props} />
        </div>
      )}
      {isEditing && (
        <RatingsDrawer
          id={id}
          results={results}
          connection={connection}
          draft={draft}
          onDraft={setDraft}
          onClose={() => setEditing(false)}
        />
      )}
    </>
  );
}
