import type { Response } from 'express';

const TAG = /^"(\d{1,15})"$/;

/** Answers the revision of a resource as its ETag. */
export function tagRevision(response: Response, revision: number): void {
  response.setHeader('ETag', `"${revision}"`);
}

/**
 * The revisions that a request takes for the current one by its `If-Match`: undefined without the header or for `*`. What is
 * no tag of ours, or a weak one, is no revision.
 */
export function expectedRevisions(ifMatch: string | undefined): readonly number[] | undefined {
  if (ifMatch === undefined || ifMatch.trim() === '*') return undefined;
  return ifMatch.split(',').flatMap((tag) => {
    const [, revision] = TAG.exec(tag.trim()) ?? [];
    return revision === undefined ? [] : [Number(revision)];
  });
}
