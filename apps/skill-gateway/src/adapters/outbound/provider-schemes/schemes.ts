const SCHEMES = {
  'http:': 'http',
  'https:': 'http',
  'grpc:': 'grpc',
  'grpcs:': 'grpc',
  'kafka:': 'kafka',
  'openapi+http:': 'openapi',
  'openapi+https:': 'openapi',
  'mcp+http:': 'mcp',
  'mcp+https:': 'mcp',
} as const;

export type Scheme = (typeof SCHEMES)[keyof typeof SCHEMES];

/** How a provider at this address is reached; undefined for an address of another form. */
export function schemeOf(url: string): Scheme | undefined {
  const protocol = /^[a-z+]{1,20}:/.exec(url)?.[0];
  return Object.entries(SCHEMES).find(([name]) => name === protocol)?.[1];
}
