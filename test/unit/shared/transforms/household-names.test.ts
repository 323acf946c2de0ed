/** Names of households. */
import { describe, expect, it } from 'vitest';
import { householdLastName } from '../../../../shared/transforms/household-names.ts';

describe('the last name of a household', () => {
  it.each([
    ['The Smith-Jones Family', 'Smith-Jones'],
    ['Smith Families', 'Smith'],
    ['Smith Hhd', 'Smith'],
    ['The  Okafor   Residence', 'Okafor'],
    ['John Smith Family', 'Smith'],
    ['Jane Smith & Family', 'Smith'],
    ['Jane Smith and family', 'Smith'],
    ['The Smith Family of Boston', 'Smith'],
    ['Family of John Smith', 'Smith'],
    ['The household of Smith', 'Smith'],
    ['Familie Falk', 'Falk'],
    ['Family Falk', 'Falk'],
    ['van Horn & Family', 'van Horn'],
    ['the smiths', 'smith'],
    ['The  Smiths', 'Smith'],
    ['The Jones', 'Jones'],
    ['The Joneses', 'Jones'],
    ['The Ross', 'Ross'],
    ['The Rosses', 'Ross'],
    ['The Roses', 'Rose'],
    ['The Moores', 'Moore'],
    ['The Foxes', 'Fox'],
    ['The Lopezes', 'Lopez'],
    ['The Burches', 'Burch'],
    ['The Walshes', 'Walsh'],
    ['The WILLIAMSES', 'WILLIAMS'],
    ['The Esteses', 'Estese'],
    ['Bathe Smiths', ''],
    ['The Smith', ''],
    ['The Smiths of Boston', ''],
    ['Theo Banks', ''],
  ])('%j is %j', (text, last) => {
    expect(householdLastName(text)).toBe(last);
  });
});
