/** Closed classes of English by which a repair finds what it repairs. Lower case, without punctuation. */
const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

export const QUESTION_WORDS = words('what who whom whose which when where why how');
export const DETERMINERS = words(
  'the a an this that these those my your his her its our their some any each every another',
);
export const PREPOSITIONS = words(
  'in on at to for from of by with about into over under between during since until after before within without against through around besides as like near toward towards than upon among worldwide',
);
const BE = 'is are was were be been am';
export const AUXILIARIES = words(
  `${BE} do does did has have had can could will would should may might must shall isn't aren't wasn't weren't don't doesn't didn't hasn't haven't hadn't can't couldn't won't wouldn't shouldn't`,
);
export const PRONOUNS = words('i you he she it we they me him them us there');
export const FRONTING = words('if when while because although as in on at during after before by of for since besides');

/** Before “no” these take it as a determiner: “has no effect”, “in no way”, “say no”. */
export const TAKES_NO = words(
  `${BE} being has have had having do does did with without of by in on at to for from as and but there make makes made see saw find found take took pay pays paid get got give gave show shows need needs want wants say says said saying mean means leave left contain contains include includes provide provides require requires receive receives that if because or whether under almost virtually practically absolutely`,
);
/** After “no” these make a phrase with it: “no longer”, “no one”. */
export const FOLLOWS_NO = words(
  'longer one more other less fewer matter doubt such later sooner idea way need reason problem body place part further better worse different difference nothing effect chance choice time use point good evidence exception questions means',
);
/** A verb of saying or being before “sorry” makes it an adjective or what is said. */
export const FEELS_SORRY = words('is are was were be am feel feels felt say says said saying so very really');

export const isQuestionWord = (word: string | undefined): boolean =>
  word !== undefined && QUESTION_WORDS.has(contracted(word));
export const isNumeric = (word: string): boolean => /^[$€£¥]?\d[\d,.:]*(?:st|nd|rd|th|%|am|pm|k|s)?$/i.test(word);
/** “what's” counts as “what”. */
const contracted = (word: string): string => word.replace(/['’](?:s|re|d|ll)$/, '');
