/** Whole names as offices and communities type them. */
import { describe, expect, it } from 'vitest';
import { splitFullName } from '../../../../shared/transforms/names.ts';
import { filled } from '../../../kit/filled.ts';

const person = (first: string, last: string, more: Readonly<Record<string, string>> = {}) => ({ kind: 'person', first, last, ...more });
const couple = (first: string, last: string, spouseFirst: string, spouseLast = last) => ({
  kind: 'couple',
  first,
  last,
  spouseFirst,
  spouseLast,
});

describe('names of communities, ranks and remarks', () => {
  it.each([
    ['State Rep. Anna Falk', person('Anna', 'Falk', { prefix: 'Rep.' })],
    ['Former Gov. Otto Falk', person('Otto', 'Falk', { prefix: 'Gov.' })],
    ['U.S. Sen. Anna Falk', person('Anna', 'Falk', { prefix: 'Sen.' })],
    ['Former Falk', person('Former', 'Falk')],
    ['Rebbetzin Anna Falk', person('Anna', 'Falk', { prefix: 'Rebbetzin' })],
    ['Apostle Otto Falk', person('Otto', 'Falk', { prefix: 'Apostle' })],
    ['PO2 Anna Falk', person('Anna', 'Falk', { prefix: 'PO2' })],
    ['Paul Holm, USA (Ret.)', person('Paul', 'Holm', { suffix: 'USA' })],
    ['Paul Ver Holm', person('Paul', 'Ver Holm')],
    ['Paul Red Cloud', person('Paul', 'Red Cloud')],
    ['Anna Black Elk', person('Anna', 'Black Elk')],
    ['Anna Black Falk', person('Anna', 'Falk', { middle: 'Black' })],
    ['Tran Thi Bich Ngoc', person('Thi', 'Tran', { middle: 'Bich Ngoc', doubt: 'order' })],
    ['Chan Tai Man Susan', person('Chan', 'Susan', { middle: 'Tai Man', doubt: 'order' })],
    ['Ana Sofia y Diego Falk', { ...couple('Ana', 'Falk', 'Diego'), middle: 'Sofia' }],
    ['María José y Falk', person('María', 'José y Falk')],
    ['Paul Jr. Falk', person('Paul', 'Falk', { suffix: 'Jr.' })],
    ['Robert aka Bob Falk', person('Robert', 'Falk')],
    ['Anna née Brun Falk', person('Anna', 'Falk', { maiden: 'Brun' })],
    ['Anna Falk in care of Otto Brun', person('Anna', 'Falk')],
    ['NEW: Anna Falk', person('Anna', 'Falk')],
    ['Anna Falk AB88 MBA92', person('Anna', 'Falk')],
    ['Anna Falk, PhD12', person('Anna', 'Falk')],
    ['Anna Falk XQ88', person('Anna', 'XQ88', { middle: 'Falk' })],
    ['Anna Q.Falk', person('Anna', 'Falk', { middle: 'Q.' })],
    ["Q.O'Falk", person('Q.', "O'Falk")],
    ['Anna Falk, D.Phil', person('Anna', 'Falk', { suffix: 'D.Phil' })],
    ['Ms. Quenby Falk, Mr. Osric Brun', { ...couple('Quenby', 'Falk', 'Osric', 'Brun'), prefix: 'Ms.' }],
    ['Dr. Anna Falk, Dr. Otto Brun', { ...couple('Anna', 'Falk', 'Otto', 'Brun'), prefix: 'Dr.' }],
    ['Falk, Mr. Osric James', person('Osric', 'Falk', { prefix: 'Mr.', middle: 'James' })],
    ['Dr. Anna Falk, Dr. Chief Surgeon', person('Anna', 'Falk', { prefix: 'Dr.', suffix: 'Dr. Chief Surgeon', doubt: 'remark' })],
    ['Anna Falk - Host', person('Anna', 'Falk')],
    ['Anna Falk - Quorn Steel', person('Anna', 'Falk')],
    ['Anna Falk - table captain', person('Anna', 'Falk')],
    ['Falk, Anna - Board', person('Anna', 'Falk')],
    ['Robert Falk - Bob', person('Robert', 'Falk')],
    ['Anna Falk - Brun', person('Anna', 'Falk-Brun')],
    ['Anna Falk - van Dam', person('Anna', 'Falk-van Dam')],
    ['Falk, Anne - Marie', person('Anne-Marie', 'Falk')],
    ['Peter Board', person('Peter', 'Board')],
  ])('%j', (text, parts) => {
    expect(filled(splitFullName(text))).toStrictEqual(parts);
  });

  it.each([
    ['two last names', 'Harmon and Tuttle', { kind: 'couple', last: 'Harmon and Tuttle' }],
    ['a last and a first name, or two last names', 'Castellan/Rhea', { kind: 'couple', last: 'Castellan/Rhea' }],
    ['a last and a first name, or two last names', 'Quillen/Otto A MR', { kind: 'couple', last: 'Quillen/Otto A MR' }],
    ['the beginning of a name of a fund', 'The Otto and Anna Falk', { ...couple('Otto', 'Falk', 'Anna'), doubt: 'firm' }],
    ['a last name or a first name first', 'Moss Norman & Anna Tr', { ...couple('Moss', 'Norman', 'Anna'), doubt: 'order' }],
    ['a company and its contact', 'Falk Steel (Anna Brun)', { kind: 'couple', last: 'Falk Steel & Anna Brun' }],
    ['a company and its contact', 'Falk Steel - Anna Brun', { kind: 'couple', last: 'Falk Steel & Anna Brun' }],
    ['a company', 'Falk Steel, Attn: Anna Brun', { kind: 'organization', last: 'Falk Steel' }],
    ['an office', 'Falk County Treasurer', { kind: 'organization', last: 'Falk County' }],
  ])('%s, not a person without a note: %j', (_, text, parts) => {
    expect(filled(splitFullName(text))).toStrictEqual(parts);
  });
});

describe('names as offices type them', () => {
  it.each([
    ['Anna Falk, Paul Falk and Otto Brun'],
    ['Falk, Anna, Paul & Otto'],
    ['Ansgar, Mavis, and Otto Falk'],
    ['Anna Falk, Paul Brun, Otto Holm'],
  ])('%j names three people, and none of them is chosen', (text) => {
    expect(filled(splitFullName(text))).toStrictEqual({ kind: 'couple', last: expect.stringMatching(/and|&/) as string });
  });

  it.each([
    ['Anna Falk Attn: Paul Brun', person('Anna', 'Falk')],
    ['Anna Falk, Attn Paul Brun', person('Anna', 'Falk')],
    ['Paul Falk, Class of 1985', person('Paul', 'Falk')],
    ['Paul Falk 1985', person('Paul', 'Falk')],
    ["Paul Falk Class of '85", person('Paul', 'Falk')],
    ['Bishop P. B. Falk', person('P.', 'Falk', { prefix: 'Bishop', middle: 'B.' })],
    ['Bishop P. Falk', person('Bishop', 'Falk', { middle: 'P.' })],
    ['Anna Falk†', person('Anna', 'Falk', { death: 'person' })],
    ['1. Anna Falk', person('Anna', 'Falk')],
    ['12) Otto Falk', person('Otto', 'Falk')],
    ['Anna Falk Mrs.', person('Anna', 'Falk', { prefix: 'Mrs.' })],
    ['Falk/Brun, Anna', person('Anna', 'Falk-Brun')],
    ['Anna Falk, CPA/PFS', person('Anna', 'Falk', { suffix: 'CPA/PFS' })],
    ['Anna Falk TOD', person('Anna', 'Falk')],
    ['ANNA FALK TOD', person('ANNA', 'TOD', { middle: 'FALK' })],
    ['Paul Falk Tr', person('Paul', 'Falk', { suffix: 'Tr' })],
    ['Tuan Falk', person('Tuan', 'Falk')],
    ['ANNA NEW', person('ANNA', 'NEW')],
    ['Anna Via Falk', person('Anna', 'Falk', { middle: 'Via' })],
    ['Mr. Dato Falk', person('Dato', 'Falk', { prefix: 'Mr.' })],
    ['Anna Falk Cust Otto Falk UTMA', person('Anna', 'Falk')],
    ["Paul van't Holm", person('Paul', "van't Holm")],
    ['Anna Freifrau von Holm', person('Anna', 'Freifrau von Holm')],
    ['Doña Luz Falk', person('Luz', 'Falk', { prefix: 'Doña' })],
    ['Datuk Ahmad Falk', person('Ahmad', 'Falk', { prefix: 'Datuk' })],
    ['Br. Paul Falk', person('Paul', 'Falk', { prefix: 'Br.' })],
    ['BR Falk', person('BR', 'Falk')],
    ['Père Luc Falk', person('Luc', 'Falk', { prefix: 'Père' })],
    ['Dipl.-Ing. Karl Falk', person('Karl', 'Falk', { prefix: 'Dipl.-Ing.' })],
    ['Paul Falk plus guest', person('Paul', 'Falk')],
    ['Anna Falk and 3 guests', person('Anna', 'Falk')],
    ['Anna Falk <anna.falk@example.org>', person('Anna', 'Falk')],
    ['Anna Falk anna@example.org', person('Anna', 'Falk')],
    ['Anna Falk in memory of Paul Brun', person('Anna', 'Falk')],
    ['Anna Falk - in loving memory of Paul', person('Anna', 'Falk')],
    ['CPT Anna Falk', person('Anna', 'Falk', { prefix: 'CPT' })],
    ['Paul Falk 3d', person('Paul', 'Falk', { suffix: '3d' })],
    ['Ms. Van Falken', { kind: 'person', prefix: 'Ms.', last: 'Van Falken' }],
    ['Dr. La Tran', person('La', 'Tran', { prefix: 'Dr.' })],
    ['St. Falk', { kind: 'person', last: 'St. Falk' }],
    ['Luiz Almeida Filho', person('Luiz', 'Almeida Filho')],
    ['Luiz Almeida Júnior', person('Luiz', 'Almeida', { suffix: 'Júnior' })],
    ['Falk State Univ.', { kind: 'organization', last: 'Falk State Univ.' }],
    ['João dos Santos Neto', person('João', 'dos Santos Neto')],
    ['Anna Clara Neto', person('Anna', 'Neto', { middle: 'Clara' })],
    ['Parents of Anna Falk', { kind: 'nobody', last: 'Parents of Anna Falk' }],
    ['Parent of Anna Falk', { kind: 'nobody', last: 'Parent of Anna Falk' }],
    ['Holy Family', { kind: 'organization', last: 'Holy Family' }],
    ['Team Falk', { kind: 'organization', last: 'Team Falk' }],
    ['Christ the King', { kind: 'organization', last: 'Christ the King' }],
    ['Anna Falk and kids', person('Anna', 'Falk')],
    ['Anna B. Falk & neighbors', person('Anna', 'Falk', { middle: 'B.' })],
    ['Anna Falk x2', person('Anna', 'Falk')],
    ['Anna Falk ???', person('Anna', 'Falk')],
    ['Anna Falk NEW', person('Anna', 'Falk')],
    ['Anna Falk.', person('Anna', 'Falk')],
    ['Anna Falk via Givewell', person('Anna', 'Falk')],
    ['Auntie Anna Falk', person('Anna', 'Falk', { prefix: 'Auntie' })],
    ['Siti binti Falk', person('Siti', 'binti Falk')],
    ['Karl von dem Falk', person('Karl', 'von dem Falk')],
    ['Anna Falk (wife of Paul)', person('Anna', 'Falk')],
    ['Anna Falk (husband deceased)', person('Anna', 'Falk', { death: 'spouse' })],
    ['Falk, Anna - husband deceased 2019', person('Anna', 'Falk', { death: 'spouse' })],
  ])('%j names one person', (text, name) => {
    expect(filled(splitFullName(text))).toStrictEqual(name);
  });

  it.each([
    ['Paul Falk (& Anna)', couple('Paul', 'Falk', 'Anna')],
    ['Sir Paul and Lady Falk', { kind: 'couple', prefix: 'Sir', first: 'Paul', last: 'Falk', spouseLast: 'Falk' }],
    ['Sir Ansgar and Lady Falk', { kind: 'couple', prefix: 'Sir', first: 'Ansgar', last: 'Falk', spouseLast: 'Falk' }],
    ['Dr. Paul and Mrs. Falk', { kind: 'couple', prefix: 'Dr.', first: 'Paul', last: 'Falk', spouseLast: 'Falk' }],
    ['Lord and Lady Falk', { kind: 'couple', prefix: 'Lord & Lady', last: 'Falk' }],
    ['Mr. and Mrs. Van Falken', { kind: 'couple', prefix: 'Mr. & Mrs.', last: 'Van Falken' }],
    ['Mr. & Mrs. De La Falk', { kind: 'couple', prefix: 'Mr. & Mrs.', last: 'De La Falk' }],
    ['Mr. and Mrs. Van Johnson', { kind: 'couple', prefix: 'Mr. & Mrs.', first: 'Van', last: 'Johnson' }],
    ['M/M Paul Falk', person('Paul', 'Falk', { prefix: 'M/M' })],
    ['Mr. Paul Falk, Mrs. Anna Falk', { ...couple('Paul', 'Falk', 'Anna'), prefix: 'Mr.' }],
    ['Paul Falk Jr, Anna Brun', { ...couple('Paul', 'Falk', 'Anna', 'Brun'), suffix: 'Jr' }],
    ['Falk, Paul (and Anna)', couple('Paul', 'Falk', 'Anna')],
    ['Mr. and Mrs. Paul Falk (Anna)', { ...couple('Paul', 'Falk', 'Anna'), prefix: 'Mr. & Mrs.' }],
    ['Mr. and Mrs. Paul Falk (Anna Brun)', { ...couple('Paul', 'Falk', 'Anna', 'Brun'), prefix: 'Mr. & Mrs.' }],
    ['Falk, Mr. and Mrs. Paul (Anna)', { ...couple('Paul', 'Falk', 'Anna'), prefix: 'Mr. & Mrs.' }],
    ['Paul Falk, MD, FACS, & Anna Brun, MD', { ...couple('Paul', 'Falk', 'Anna', 'Brun'), suffix: 'MD FACS' }],
    ['Paul Falk or Current Resident', person('Paul', 'Falk')],
    ['Paul Falk Ph D', person('Paul', 'Falk', { suffix: 'PhD' })],
    ['Paul B. Falk M. D.', person('Paul', 'Falk', { middle: 'B.', suffix: 'MD' })],
    ['Falk, Johan de', person('Johan', 'de Falk')],
    ['Trần Văn Hùng', person('Văn', 'Trần', { middle: 'Hùng', doubt: 'order' })],
    ['“Falk, Paul & Anna”', couple('Paul', 'Falk', 'Anna')],
    ['"Paul Falk"', person('Paul', 'Falk')],
    ['Falk, Paul & (Anna)', couple('Paul', 'Falk', 'Anna')],
    ['Paul Falk (spouse: Anna)', couple('Paul', 'Falk', 'Anna')],
    ['Paul Falk - Anna Brun', couple('Paul', 'Falk', 'Anna', 'Brun')],
    ['Paul Falk w/ Anna Brun', couple('Paul', 'Falk', 'Anna', 'Brun')],
    ['Anna Falk JT TEN Otto Brun', couple('Anna', 'Falk', 'Otto', 'Brun')],
    ['Anna Falk & Otto Brun JTWROS', couple('Anna', 'Falk', 'Otto', 'Brun')],
    ['Mary Kate & Otto Falk', { ...couple('Mary', 'Falk', 'Otto'), middle: 'Kate' }],
    ['Peter James & Anna Falk', couple('Peter', 'James', 'Anna', 'Falk')],
    ['Dr. Anna Falk & Mr. Brun', { kind: 'couple', prefix: 'Dr.', first: 'Anna', last: 'Falk', spouseLast: 'Brun' }],
    ['Mr. and Mrs. Paul (Anna) Falk', { ...couple('Paul', 'Falk', 'Anna'), prefix: 'Mr. & Mrs.' }],
    ['Mr. & Mrs. Paul B. (Mary Ann) Falk', { ...couple('Paul', 'Falk', 'Mary'), prefix: 'Mr. & Mrs.', middle: 'B.', spouseMiddle: 'Ann' }],
    ['Mr. & Mrs. Robert (Bob) Falk', { kind: 'couple', prefix: 'Mr. & Mrs.', first: 'Robert', last: 'Falk' }],
    ['Mr. & Mrs. Paul (Skip) Falk', { kind: 'couple', prefix: 'Mr. & Mrs.', first: 'Paul', last: 'Falk' }],
    ['P. Robert & Anna Falk', { ...couple('P.', 'Falk', 'Anna'), middle: 'Robert' }],
    ['P Thomas and R. Anna Falk', { ...couple('P', 'Falk', 'R.'), middle: 'Thomas', spouseMiddle: 'Anna' }],
    ['P. Brun & Anna Falk', couple('P.', 'Brun', 'Anna', 'Falk')],
    ['P. Thomas & R. Falk', couple('P.', 'Thomas', 'R.', 'Falk')],
    ['Paul B. Falk and wife Anna', { ...couple('Paul', 'Falk', 'Anna'), middle: 'B.' }],
    ['Falk, Anna & husband, Paul', couple('Anna', 'Falk', 'Paul')],
    ['Misses Ida and Una Falk', { ...couple('Ida', 'Falk', 'Una'), prefix: 'Misses' }],
    ['Sr. Juan y Sra. Luz Falk', { ...couple('Juan', 'Falk', 'Luz'), prefix: 'Sr.' }],
  ])('%j names two people', (text, name) => {
    expect(filled(splitFullName(text))).toStrictEqual(name);
  });

  it.each([
    ['Est Paul Falk', 'organization'],
    ['Estate Paul Falk', 'organization'],
    ['Paul Falk - Estate', 'organization'],
    ['Falk, Paul Estate', 'organization'],
    ['Falk Estate', 'organization'],
    ['Falk Char Tr', 'organization'],
    ['Paul Falk Living Tr', 'organization'],
    ['Paul Falk Rev. Tr.', 'organization'],
    ['Paul Falk DAF', 'organization'],
    ['Paul Falk Memorial', 'organization'],
    ['Familie Falk', 'household'],
    ['Guest of Paul Falk', 'nobody'],
    ['Widow of Paul Falk', 'nobody'],
  ])('%j is %s', (text, kind) => {
    expect(filled(splitFullName(text))).toStrictEqual({ kind, last: text });
  });
});

describe('names whose order or ending only their words show', () => {
  it.each([
    // Owen and Blake are first names; Tracey and Kerry are also last names.
    ['Owen Tracey', person('Owen', 'Tracey', { doubt: 'order' })],
    ['Owen James Tracey', person('Owen', 'Tracey', { middle: 'James' })],
    ['Blake Kerry', person('Blake', 'Kerry', { doubt: 'order' })],
    ['Archbishop Owen Tracey', person('Owen', 'Tracey', { prefix: 'Archbishop', doubt: 'order' })],
    ['Judge Owen Falk', person('Owen', 'Falk', { prefix: 'Judge' })],
    ['Owen Janet', person('Janet', 'Owen', { doubt: 'order' })],
    // A last name is never a single letter.
    ['MARTIN ROBERT J', person('ROBERT', 'MARTIN', { middle: 'J', doubt: 'order' })],
    ['Mary Ann T', person('Mary', 'T', { middle: 'Ann' })],
    ['Nguyen Van Binh', person('Van', 'Nguyen', { middle: 'Binh', doubt: 'order' })],
    ['Park Soo-yeon', person('Soo-yeon', 'Park', { doubt: 'order' })],
    ['Lukas in ’t Holt', person('Lukas', 'in ’t Holt')],
    ['Rafa Ponce de Ibarra', person('Rafa', 'Ponce de Ibarra')],
    ['Tiago da Silva Brun', person('Tiago', 'da Silva Brun')],
    ['Tiago Pereira dos Santos', person('Tiago', 'Pereira dos Santos')],
    ['Maria da Luz Brun', person('Maria', 'Brun', { middle: 'da Luz' })],
    ['Dr. med. Otto Falk', person('Otto', 'Falk', { prefix: 'Dr.' })],
    ['Engr. Musa Falk', person('Musa', 'Falk', { prefix: 'Engr.' })],
    ['Col. Otto Falk, USA (Ret.)', person('Otto', 'Falk', { prefix: 'Col.', suffix: 'USA' })],
    ['Vice Admiral Anna Falk', person('Anna', 'Falk', { prefix: 'Admiral' })],
    ['His Excellency Otto Falk', person('Otto', 'Falk', { prefix: 'Excellency' })],
    ['FBO Otto Falk', person('Otto', 'Falk')],
  ])('%j', (text, parts) => {
    expect(filled(splitFullName(text))).toStrictEqual(parts);
  });

  it.each([
    ['FALK ERIK & ANNA', { ...couple('ERIK', 'FALK', 'ANNA'), doubt: 'order' }],
    ['FALK OTTO T & ANNA L', { ...couple('OTTO', 'FALK', 'ANNA'), middle: 'T', spouseMiddle: 'L', doubt: 'order' }],
    ['MARTIN OTTO T & ANNA L', { ...couple('OTTO', 'MARTIN', 'ANNA'), middle: 'T', spouseMiddle: 'L', doubt: 'order' }],
    ['Otto Falk & Anna', couple('Otto', 'Falk', 'Anna')],
    // Neither Arvid nor Brandvold is a known first name, and Scott and Otto can be both.
    ['Arvid Scott & Anna', { ...couple('Arvid', 'Scott', 'Anna'), doubt: 'order' }],
    ['Brandvold Otto and Rhea', { ...couple('Brandvold', 'Otto', 'Rhea'), doubt: 'order' }],
    ['Pastor Erik & Anna Falk', { ...couple('Erik', 'Falk', 'Anna'), prefix: 'Pastor' }],
    ['Judge Neil and Anna Falk', { ...couple('Neil', 'Falk', 'Anna'), prefix: 'Judge' }],
    ['Taylor and Jordan Banks', couple('Taylor', 'Banks', 'Jordan')],
    ['Dean and Anna Falk', couple('Dean', 'Falk', 'Anna')],
    ['Carlos Falk y Pilar Brun', couple('Carlos', 'Falk', 'Pilar', 'Brun')],
    ['The Otto and Anna Falk Family', couple('Otto', 'Falk', 'Anna')],
    ['Chen, Wei & Zhao, Li', couple('Wei', 'Chen', 'Li', 'Zhao')],
    ['Mr./Mrs. Otto Falk', { kind: 'couple', prefix: 'Mr. & Mrs.', first: 'Otto', last: 'Falk' }],
    ['Falk, Otto, Mr. & Mrs.', { kind: 'couple', prefix: 'Mr.', first: 'Otto', last: 'Falk' }],
  ])('%j are two people', (text, parts) => {
    expect(filled(splitFullName(text))).toStrictEqual(parts);
  });

  it.each([['Henry County'], ['Calvin College'], ['Dunmore ISD'], ['FALK FAMILY FOUND'], ['Holdfast Clearing FBO Anna Falk']])(
    '%j is an organization',
    (text) => {
      expect(splitFullName(text)).toMatchObject({ kind: 'organization', last: text });
    },
  );

  it('shows a family with a trailing article as a household', () => {
    expect(splitFullName('Falk Family, The').kind).toBe('household');
  });
});
