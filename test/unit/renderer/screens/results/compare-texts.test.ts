import { describe, expect, it } from 'vitest';
import { orderText, otherOrderText, tabText } from '../../../../../renderer/screens/results/compare-texts.ts';

describe('the texts of a comparison', () => {
  it('state how many people are listed and in which order', () => {
    expect(orderText('higher', 'size', 214)).toBe('214 people, largest rise first');
    expect(orderText('lower', 'size', 1)).toBe('1 person, largest fall first');
    expect(orderText('lower', 'file', 3)).toBe('3 people, in file order');
    expect(orderText('gone', 'size', 37)).toBe('37 people, in the order of the earlier file');
  });

  it('offer the other order if there is one', () => {
    expect(otherOrderText('higher', 'size')).toBe('Show in file order');
    expect(otherOrderText('lower', 'file')).toBe('Show largest fall first');
    expect(otherOrderText('changed', 'size')).toBeNull();
  });

  it('state which direction is better once the user has set it', () => {
    expect(tabText('higher', null)).toBe('Higher');
    expect([tabText('higher', 'low'), tabText('lower', 'low')]).toEqual(['Higher, worse', 'Lower, better']);
    expect(tabText('gone', 'high')).toBe('Gone');
  });
});
