export interface Metric {
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  /** Few values each: names and codes; never an id of a user, a session or a turn. */
  readonly labels: readonly string[];
  /** Upper bounds of a histogram's buckets. */
  readonly buckets?: readonly number[];
}

const FAST_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];
const CALL_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const TURN_SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];

/** The one table of metrics. Names and labels are an interface: alarms and dashboards are written against them. */
export const metrics = {
  plinth_build_info: { type: 'gauge', help: 'Always 1; the label says what runs.', labels: ['version'] },

  http_server_request_duration_seconds: {
    type: 'histogram',
    help: 'From the head of a request to the end of its answer, by the template of its route; 499: the client went away.',
    labels: ['http_route', 'http_request_method', 'http_response_status_code'],
    buckets: CALL_SECONDS,
  },

  rpc_server_call_duration_seconds: {
    type: 'histogram',
    help: 'From the message of a gRPC call to its status.',
    labels: ['rpc_method', 'rpc_response_status_code'],
    buckets: CALL_SECONDS,
  },

  plinth_requests_in_flight: { type: 'gauge', help: 'Requests that this process is working on.', labels: [] },
  plinth_requests_waiting: { type: 'gauge', help: 'Requests that wait until another one has ended.', labels: [] },
  plinth_requests_refused_total: {
    type: 'counter',
    help: 'Requests refused because too many were under way: at once, or after their wait.',
    labels: ['reason'],
  },

  plinth_turns_total: { type: 'counter', help: 'Turns that reached a final status.', labels: ['status'] },
  plinth_turn_seconds: {
    type: 'histogram',
    help: 'From acceptance of a turn to its final status.',
    labels: ['status'],
    buckets: TURN_SECONDS,
  },
  plinth_turn_notices_total: {
    type: 'counter',
    help: 'Notices of ended turns: what the user was told beside, or instead of, the answer.',
    labels: ['code'],
  },
  plinth_turn_steps_failed_total: {
    type: 'counter',
    help: 'Steps of ended turns that were skipped, failed or whose outcome is unknown, by code.',
    labels: ['step', 'status', 'code'],
  },
  plinth_turns_in_flight: { type: 'gauge', help: 'Turns that this replica is working on.', labels: [] },
  plinth_edge_queue_length: { type: 'gauge', help: 'Turns that wait for admission at this replica.', labels: [] },
  plinth_edge_refused_total: { type: 'counter', help: 'Requests refused at the edge.', labels: ['code'] },

  skill_calls_total: {
    type: 'counter',
    help: 'Skill calls by how they ended; code is empty for a success, stage outside of the stages of a rollout.',
    labels: ['skill', 'version', 'lane', 'stage', 'outcome', 'code'],
  },
  skill_latency_seconds: {
    type: 'histogram',
    help: 'Time that the provider of a skill took, tries included.',
    labels: ['skill', 'version', 'lane', 'stage', 'outcome'],
    buckets: CALL_SECONDS,
  },

  skill_circuit_state: {
    type: 'gauge',
    help: 'Circuit breaker of a version on this replica: 0 closed, 0.5 probing, 1 open; use: live or shadow.',
    labels: ['skill', 'version', 'use'],
  },
  skill_calls_running: {
    type: 'gauge',
    help: 'Calls of a version that this replica has under way.',
    labels: ['skill', 'version', 'use'],
  },
  skill_calls_waiting: {
    type: 'gauge',
    help: 'Calls of a version that wait for a place on this replica.',
    labels: ['skill', 'version', 'use'],
  },
  skill_calls_held_off_total: {
    type: 'counter',
    help: 'Tries that were held off before their provider heard of them: circuit_open, too_many_calls, rate_limited.',
    labels: ['skill', 'version', 'use', 'code'],
  },

  plinth_skill_embeddings_total: {
    type: 'counter',
    help: 'Texts that an embedding model was asked about for the choice of skills, by how that ended; skipped: it had failed and was given a rest.',
    labels: ['purpose', 'outcome'],
  },
  plinth_skill_embeddings_waiting: {
    type: 'gauge',
    help: 'Skills that wait for their vector on this replica, at its last look.',
    labels: [],
  },
  plinth_skill_shadow_runs_total: {
    type: 'counter',
    help: 'Runs of a candidate beside a call, and second answers of a baseline (noise_…), by what came of them; dropped: no place was free.',
    labels: ['skill', 'version', 'outcome'],
  },
  plinth_skill_replayed_calls_total: {
    type: 'counter',
    help: 'Recorded calls that were run against a candidate, by what came of them.',
    labels: ['outcome'],
  },
  plinth_skill_observations_dropped_total: {
    type: 'counter',
    help: 'What was to be noted of calls and was not, since the store was too long away: reports miss it, no call does.',
    labels: ['kind'],
  },

  plinth_rollout_moves_total: {
    type: 'counter',
    help: 'Changes of rollouts that their guards made, on this replica: `rollback` means that a person has to look at a candidate.',
    labels: ['skill', 'action'],
  },
  plinth_rollout_judged_timestamp_seconds: {
    type: 'gauge',
    help: 'When this replica last read the counts of all replicas; 0: not since its start. While it stands still its guards see nothing.',
    labels: [],
  },
  plinth_rollout_counts_held_total: {
    type: 'counter',
    help: 'Tries to hand counts of calls over that failed; the counts are kept and handed over later.',
    labels: [],
  },

  plinth_reflection_total: { type: 'counter', help: 'Verdicts by outcome.', labels: ['outcome'] },
  plinth_reflection_skipped_total: { type: 'counter', help: 'Turns whose check was skipped.', labels: ['reason'] },
  plinth_reflection_seconds: {
    type: 'histogram',
    help: 'Time that a check took.',
    labels: ['outcome'],
    buckets: FAST_SECONDS,
  },

  plinth_memory_recall_seconds: {
    type: 'histogram',
    help: 'Time of a recall with what it waits for, by the layer that sufficed and by what asked.',
    labels: ['layer', 'via'],
    buckets: FAST_SECONDS,
  },
  plinth_memory_similarity_ratio: {
    type: 'histogram',
    help: 'Mean similarity of the five best items of a recall, by whether it is below the floor of the alarm.',
    labels: ['alarm'],
    buckets: [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.65, 0.7, 0.8, 0.9, 1],
  },
  plinth_memory_embeddings_total: {
    type: 'counter',
    help: 'Texts that an embedding model was asked about, by how that ended; skipped: it had failed and was given a rest.',
    labels: ['purpose', 'outcome'],
  },
  plinth_memory_embeddings_waiting: {
    type: 'gauge',
    help: 'Items that wait for a vector of the model in use, counted up to 10,000.',
    labels: [],
  },
  plinth_memory_candidates_total: {
    type: 'counter',
    help: 'Candidates of memory by what became of them.',
    labels: ['outcome'],
  },
  plinth_memory_item_writes_total: {
    type: 'counter',
    help: 'Items written outside of turns by what became of them; refused: of requests that were refused as a whole.',
    labels: ['outcome'],
  },
  plinth_memory_job_last_success_timestamp_seconds: {
    type: 'gauge',
    help: 'When the nightly job was last done for all tenants, as this replica knows; 0: not since its start.',
    labels: ['job'],
  },
  plinth_memory_job_seconds: {
    type: 'histogram',
    help: 'Time of the run of a job over the users of a tenant, on this replica.',
    labels: ['job', 'outcome'],
    buckets: [0.1, 1, 10, 60, 300, 900, 3_600, 14_400],
  },
  plinth_memory_job_failures_total: {
    type: 'counter',
    help: 'Runs of a job that failed; the next one goes on where it stopped.',
    labels: ['job'],
  },
  plinth_memory_erasures_running: {
    type: 'gauge',
    help: 'Erasures of users that some service has not answered, at the last sweep.',
    labels: [],
  },
  plinth_memory_erasures_oldest_seconds: {
    type: 'gauge',
    help: 'Age of the oldest of them; 0 without any.',
    labels: [],
  },
  plinth_memory_erasures_found_total: {
    type: 'counter',
    help: 'What the search after an erasure still found of its user: any is a fault.',
    labels: [],
  },

  plinth_policy_faults: {
    type: 'gauge',
    help: 'Faults of the files of policies or flows as they are written now; what held before them holds.',
    labels: ['files'],
  },
  plinth_policy_loaded_timestamp_seconds: {
    type: 'gauge',
    help: 'When all files were last taken without a fault; 0: not since the start.',
    labels: ['files'],
  },

  plinth_bus_delivered_total: {
    type: 'counter',
    help: 'Deliveries by how the handler ended.',
    labels: ['consumer', 'type', 'outcome'],
  },
  plinth_bus_handle_seconds: {
    type: 'histogram',
    help: 'Time in the handler of a message.',
    labels: ['consumer', 'type'],
    buckets: CALL_SECONDS,
  },
  plinth_bus_parked_total: { type: 'counter', help: 'Messages that were parked.', labels: ['consumer', 'type'] },
  plinth_bus_lag: {
    type: 'gauge',
    help: 'Messages between the end of a partition and the lowest unfinished one.',
    labels: ['consumer', 'topic', 'partition'],
  },
  plinth_bus_clock_offset_seconds: {
    type: 'gauge',
    help: "How far the consumer's clock is ahead of the broker's, as far as that is certain.",
    labels: ['consumer'],
  },
  plinth_bus_in_flight: { type: 'gauge', help: 'Messages that are being handled.', labels: ['consumer'] },
  plinth_bus_send_batch_size: {
    type: 'histogram',
    help: 'Messages that travelled in one request to the broker.',
    labels: [],
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256, 512],
  },
} as const satisfies Record<string, Metric>;

export type MetricName = keyof typeof metrics;
type Table = typeof metrics;
export type MetricOf<T extends Metric['type']> = {
  [N in MetricName]: Table[N]['type'] extends T ? N : never;
}[MetricName];
export type LabelsOf<N extends MetricName> = Table[N]['labels'][number];
