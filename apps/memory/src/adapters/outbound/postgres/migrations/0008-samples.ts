import { everyTenantPolicy, type Migration } from '@plinth/postgres';

/** An administrator reads what the users of the tenant have corrected, to test the extraction by it (M23). */
export const memorySamples: Migration = { id: '0008_samples', sql: everyTenantPolicy('extraction_samples') };
