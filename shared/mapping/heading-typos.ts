/** Corrects typing errors in the words of headings, but leaves other real words alone. */

/**
 * Real words that differ by one letter from a heading word: "Pager" is not "Payer", "Stage" not "State", "Contract" not "Contact". Taken
 * from dictionaries of the languages in `heading-words.ts`.
 */
const OTHER_WORDS = new Set(
  `
achternaad achterraam adders alumnae alumno anzahle balling bayer belling betray bilking bolling bulling bureaux bushiness busyness
cable cacle caille called callen caller calls calve chient cloned close closer closes closet cloyed coast colle compete completer
conjoin conjoins constat contant contract contracts corporale correa corro coupt courrier courriez court dales dames dares dated datei
daten dazes denier derriere direction dites dollar dolor domiciled donar doors dotation dotes eiste empress empresta enterprise ergste
ernte espesa espora estadio ester estrado eternal expended exposa fechar fecho ferma ficha fierst filma firman firmar firms flame
flecha forma forst frame furst geven gibing gilts girts gives gland graad grande grano grant grind grond grosser grund hands
handt hanky hardy horse houle housed impart importen importer impost imposte impot indent kanon kanten kantor karton laagst lamest
lanes larges largess latent laxest legar letter lices liens likes limes lince linde lined linen linens liner liners linge links lints
lires lives lockup lunes macing madden mador mailden maiming maiten making malign malin malting manor mating mauling maxing meddle
mentant middel montait montana montent motile movie muddle nachnahme nahes named namen napes natien naves nimmer nommer notion pacer
padron pager paler paper paren parend parents parron parson patent pater patiente patrol patroon paver payed payee peopled perdon
perron persan persen personae peson phoned phoney phoneys phonies phony plaat plaits plants plats player pleats pones portal positron
postbode prayer premie prent pride primacy primate prime primed primel primes primeur primmer primor prise privater priver privet
privy prize procession prone prospekt prove purchases purent recant recept regent rekent rekord relent repent resent reword seconde
seite senden sender shingle sigle singe singled singly sinne skate slate slender smite society somme souse souses spate speeder spend
spends sperden spinde spite staat staate stade stadte stage stake stale stalt stare start stated staten stater states statie stats
statte statu statue stave straal straft strait strata strate strausse strebt streek streep streit strest streut stute subscribes
suited suits supported surnage tames there threw throe tides tiges tikes tiles timed timer timers tines tiple tires tithe tittle tojal
tomes tonal toral uniquer vague valle valve villa villager voiced voile
`
    .trim()
    .split(/\s+/),
);

/** Shorter words are not corrected: too many other words differ from them by one letter. */
const SHORTEST = 5;

/** True when one letter was left out, added, changed or swapped with its neighbor. */
function oneLetterOff(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let ends = 0;
  while (ends < a.length - start && ends < b.length - start && a[a.length - 1 - ends] === b[b.length - 1 - ends]) ends++;
  const [restA, restB] = [a.slice(start, a.length - ends), b.slice(start, b.length - ends)];
  if (restA.length <= 1 && restB.length <= 1) return true;
  return restA.length === 2 && restB.length === 2 && restA[0] === restB[1] && restA[1] === restB[0];
}

/** The known word that a word in lower case was meant to be, or null. The first letter must be right. */
export function withoutTypo(word: string, known: Iterable<string>): string | null {
  if (word.length < SHORTEST || OTHER_WORDS.has(word)) return null;
  for (const one of known) if (one.length >= SHORTEST && one[0] === word[0] && oneLetterOff(one, word)) return one;
  return null;
}
