/** The topic that `kafka://<topic>` names, by the rules of Kafka; undefined for another form. */
export const topicIn = (url: string): string | undefined => /^kafka:\/\/([A-Za-z0-9._-]{1,200})$/.exec(url)?.[1];
