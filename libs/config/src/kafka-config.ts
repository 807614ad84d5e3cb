import { ConfigError } from './config-error';
import { allOrNone, defineConfig, env, type ConfigOf, type ConfigProblem } from './define-config';
import { optional } from './env-parser';
import { envBool, envEnum, envList, envText } from './env-parsers';
import { envPemFile } from './env-pem-file';

/** How the brokers are reached: read by every service, and by the tool that creates topics. */
export const kafkaConfig = defineConfig(
  {
    kafkaBrokers: env(
      'PLINTH_KAFKA_BROKERS',
      envList(optional, /^\S+:\d{1,5}$/, 'host:port'),
      'Brokers to begin with; required in the cluster profile.',
    ),
    kafkaNamespace: env(
      'PLINTH_KAFKA_NAMESPACE',
      envText(optional, /^[a-z0-9][a-z0-9-]{0,62}$/, 'lower-case letters, digits and dashes'),
      'Prefix of every topic and group, so that several meshes share a broker.',
    ),
    kafkaTls: env('PLINTH_KAFKA_TLS', envBool(false), 'Whether the brokers are reached over TLS.'),
    kafkaCa: env(
      'PLINTH_KAFKA_CA_FILE',
      envPemFile(),
      'Certificates that sign the brokers’; those that Node.js trusts unless set. Read at the start.',
    ),
    kafkaCert: env(
      'PLINTH_KAFKA_CERT_FILE',
      envPemFile(),
      'Certificate that the process shows to the brokers. Read at the start.',
    ),
    kafkaKey: env('PLINTH_KAFKA_KEY_FILE', envPemFile(), 'Private key of that certificate. Read at the start.'),
    kafkaSaslUser: env(
      'PLINTH_KAFKA_SASL_USER',
      envText(optional),
      'User of the brokers; without TLS what it sends can be read on the way.',
    ),
    kafkaSaslPassword: env('PLINTH_KAFKA_SASL_PASSWORD', envText(optional), 'Password of that user.'),
    kafkaSaslMechanism: env(
      'PLINTH_KAFKA_SASL_MECHANISM',
      envEnum(['plain', 'scram-sha-256', 'scram-sha-512'], 'scram-sha-512'),
      'How the password is proved.',
    ),
  },
  [
    allOrNone({
      kafkaSaslUser: 'PLINTH_KAFKA_SASL_USER',
      kafkaSaslPassword: 'PLINTH_KAFKA_SASL_PASSWORD',
    }),
    allOrNone({ kafkaCert: 'PLINTH_KAFKA_CERT_FILE', kafkaKey: 'PLINTH_KAFKA_KEY_FILE' }),
    filesNeedTls,
  ],
);

type KafkaConfig = ConfigOf<typeof kafkaConfig>;

/** Whoever names certificates means to be safe, and is not without TLS. */
function filesNeedTls(values: {
  readonly kafkaTls?: boolean;
  readonly kafkaCa?: string | undefined;
  readonly kafkaCert?: string | undefined;
}): readonly ConfigProblem[] {
  if (values.kafkaTls !== false || !(values.kafkaCa ?? values.kafkaCert)) return [];
  return [{ variable: 'PLINTH_KAFKA_TLS', rule: 'must be true where certificates are named' }];
}

/** What a Kafka client is told of its brokers, whoever it is; see KafkaOptions of @plinth/bus. */
export interface KafkaConnection {
  readonly brokers: readonly string[];
  readonly namespace?: string;
  readonly sasl?: {
    readonly mechanism: KafkaConfig['kafkaSaslMechanism'];
    readonly username: string;
    readonly password: string;
  };
  /** True: TLS with the certificates that Node.js trusts. */
  readonly ssl?: true | { readonly ca?: string; readonly cert?: string; readonly key?: string };
}

/** Throws ConfigError when no broker is named. */
export function kafkaConnection(config: KafkaConfig): KafkaConnection {
  const { kafkaBrokers, kafkaNamespace, kafkaSaslUser, kafkaSaslPassword, kafkaSaslMechanism } = config;
  if (!kafkaBrokers) throw new ConfigError([{ variable: 'PLINTH_KAFKA_BROKERS', rule: 'is required' }]);
  const hasLogin = kafkaSaslUser !== undefined && kafkaSaslPassword !== undefined;
  const login = { mechanism: kafkaSaslMechanism, username: kafkaSaslUser ?? '', password: kafkaSaslPassword ?? '' };
  return {
    brokers: kafkaBrokers,
    ...(kafkaNamespace !== undefined && { namespace: kafkaNamespace }),
    ...(hasLogin && { sasl: login }),
    ...(config.kafkaTls && { ssl: certificates(config) ?? true }),
  };
}

function certificates({ kafkaCa: ca, kafkaCert: cert, kafkaKey: key }: KafkaConfig) {
  if (ca === undefined && cert === undefined) return undefined;
  return { ...(ca !== undefined && { ca }), ...(cert !== undefined && key !== undefined && { cert, key }) };
}
