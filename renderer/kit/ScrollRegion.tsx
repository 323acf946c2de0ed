import type { ComponentProps } from 'react';

interface ScrollRegionProps extends Omit<ComponentProps<'section'>, 'aria-label' | 'tabIndex'> {
  readonly label: string;
}

/** A part of a page that scrolls separately, with the mouse and the keyboard. */
export function ScrollRegion({ label, children, ...rest }: ScrollRegionProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls only what has the focus.
    <section aria-label={label} tabIndex={0} {...rest}>
      {children}
    </section>
  );
}
