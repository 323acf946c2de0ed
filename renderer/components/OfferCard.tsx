import type { ReactNode } from 'react';
import './offer-card.css';

interface OfferCardProps {
  readonly label: string;
  readonly icon: ReactNode;
  /** True while the offered settings are in use. */
  readonly isUsed: boolean;
  readonly actions: ReactNode;
  readonly children: ReactNode;
}

/** A card above a list that offers settings of another list, or shows that they are used. */
export function OfferCard({ label, icon, isUsed, actions, children }: OfferCardProps) {
  return (
    <section className="card offer-card" data-used={isUsed || undefined} aria-label={label}>
      {icon}
      <div>{children}</div>
      <div className="offer-actions">{actions}</div>
    </section>
  );
}
