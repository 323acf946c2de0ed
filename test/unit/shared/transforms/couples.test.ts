/** The sign between two people in one name. */
import { describe, expect, it } from 'vitest';
import { splitPeople } from '../../../../shared/transforms/name-kinds.ts';
import { splitCoupleFirstNames } from '../../../../shared/transforms/names.ts';

describe('splitPeople', () => {
  it.each([
    ['Jane and John', ['Jane', 'John']],
    ['Jane & John', ['Jane', 'John']],
    ['Jane/John', ['Jane', 'John']],
    ['Jane + John', ['Jane', 'John']],
    ['Jane; John', ['Jane', 'John']],
    ['Hans und Ursula', ['Hans', 'Ursula']],
    ['Smith & Doe', ['Smith', 'Doe']],
    ['Jane  and  John', ['Jane', 'John']],
    ['Jane&John', ['Jane', 'John']],
    ['Jane  &  John', ['Jane', 'John']],
    ['Jane ;  John', ['Jane', 'John']],
    ['Jane;John', ['Jane', 'John']],
    ['Marie et Pierre', ['Marie', 'Pierre']],
    ['Jo / Al', ['Jo', 'Al']],
    [' Jane & John ', ['Jane', 'John']],
    ['R & D', ['R', 'D']],
    ['Ann & Gil y Vega', ['Ann', 'Gil y Vega']],
    ['Jane or John', ['Jane', 'John']],
    ['JANE OR JOHN', ['JANE', 'JOHN']],
    ['JANE AND JOHN', ['JANE', 'JOHN']],
    ['Hans UND Ursula', ['Hans', 'Ursula']],
    ['MARIE ET PIERRE', ['MARIE', 'PIERRE']],
  ])('splits %s', (text, people) => {
    expect(splitPeople(text)).toEqual(people);
  });

  it.each([
    'Jane',
    'Andrew',
    'Ortega y Gasset',
    'Sandy Anderson',
    'c/o',
    'A/B',
    'Al/B',
    'A/Bo',
    '& Sons',
    'Jane and',
    'Jane &',
    'Jane & 3',
    '1 & Jane',
    'Gil e Vega',
    'Gil  y  Vega',
    'Mary Ann',
    'Noa Or',
    'Noa Or Cohen',
    'GIL Y VEGA',
  ])('%s is one person', (text) => {
    expect(splitPeople(text)).toBeNull();
  });

  it('removes titles from the first names of a couple', () => {
    expect(splitCoupleFirstNames('Dr. Jane and Mr. John')).toEqual({ first: 'Jane', spouseFirst: 'John' });
    expect(splitCoupleFirstNames('Ann + Bob')).toEqual({ first: 'Ann', spouseFirst: 'Bob' });
    expect(splitCoupleFirstNames(' Jane ')).toEqual({ first: 'Jane', spouseFirst: '' });
  });

  it('does not make a spouse of a companion or of another form of the name', () => {
    expect(splitCoupleFirstNames('Dr. Paul and Family')).toEqual({ first: 'Paul', spouseFirst: '' });
    expect(splitCoupleFirstNames('Bob/Robert')).toEqual({ first: 'Bob/Robert', spouseFirst: '' });
    expect(splitCoupleFirstNames('Alex & Alexandra')).toEqual({ first: 'Alex', spouseFirst: 'Alexandra' });
  });
});
