/** The plan is kept for the life of a connection; made on a small table it would read all of it for ever. */
export const BY_INDEX = 'SET LOCAL enable_seqscan = off';
