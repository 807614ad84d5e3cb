/** The folder of the protos of every service, from which `plinth/memory/v1/memory.proto` is named. */
export const PROTOS = `${__dirname}/../proto`;
