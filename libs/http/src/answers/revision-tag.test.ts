import { expectedRevisions } from './revision-tag';

it.each([
  [undefined, undefined],
  ['*', undefined],
  ['"3"', [3]],
  ['"3", "12"', [3, 12]],
  ['W/"3"', []],
  ['3', []],
  ['', []],
])('reads If-Match %p as the revisions %p', (header, revisions) => {
  expect(expectedRevisions(header)).toEqual(revisions);
});
