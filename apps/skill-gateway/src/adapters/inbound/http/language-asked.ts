import { languageOf, type Language } from '@plinth/contracts';

/** The language of a page, by a locale or by the first of an `Accept-Language`. */
export const languageAsked = (asked: string | undefined): Language =>
  languageOf((asked ?? '').trim().split(/[,;]/, 1)[0] ?? '');
