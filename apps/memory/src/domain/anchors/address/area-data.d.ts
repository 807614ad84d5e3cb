declare module 'area-data' {
  /** Divisions by the code of their parent; `86` holds the provinces. */
  export const pcaa: Readonly<Record<string, Readonly<Record<string, string>>>>;
}
