import './bars.css';

/** A value as a length on the scale of its column. It has no color, because neither end is better. The number is shown next to it. */
export function ValueBar(props: { readonly value: number; readonly min: number; readonly max: number; readonly width?: number }) {
  const { value, min, max } = props;
  // A scale that begins at 1 is drawn from 0, so that its lowest rating stays visible.
  const from = min >= 0 ? 0 : min;
  const share = max > from ? Math.min(1, Math.max(0, (value - from) / (max - from))) : 0;
  return (
    <span className="value-bar" aria-hidden style={{ width: props.width ?? '100%' }}>
      <span style={{ width: `${share * 100}%` }} />
    </span>
  );
}
