/** Every environment variable the server reads, as data. Not here: how they are read and checked (config.ts). */

/** One environment variable. The table in docs/operations.md is this list. */
export interface Variable {
  readonly name: string
  readonly fallback: string
  readonly meaning: string
}

/** Every variable the server reads. @source docs/operations.md */
export const VARIABLES = [
  { name: 'PORT', fallback: '8080', meaning: 'Port to listen on; 0 takes a free one.' },
  { name: 'HOST', fallback: '127.0.0.1', meaning: 'Address to listen on; localhost means 127.0.0.1.' },
  {
    name: 'WEB_CONCURRENCY',
    fallback: '1',
    meaning: 'Web processes on the one port, 1 to 64, beside one that keeps them running and works on jobs; also npm start -- --workers N.',
  },
  {
    name: 'DATA_DIR',
    fallback: './data',
    meaning: 'Folder for the embedded database, the secret and files. Empty or absent means a new installation.',
  },
  {
    name: 'DATABASE_URL',
    fallback: '',
    meaning:
      'PostgreSQL 15 or newer to use instead of the embedded one, as postgres://user:password@host:5432/name. With several hosts (a:5432,b:5432) the primary among them.',
  },
  { name: 'DATABASE_POOL', fallback: '10', meaning: 'Connections each process keeps open.' },
  {
    name: 'DESKHAND_STATEMENT_SECONDS',
    fallback: '15',
    meaning: 'Seconds a statement of a request may take in the database; then it is cancelled and the request is answered 503.',
  },
  {
    name: 'DESKHAND_ANSWER_SECONDS',
    fallback: '30',
    meaning: 'Seconds a request may be worked on before its answer begins; then what is open is taken back and it is answered 503.',
  },
  {
    name: 'DESKHAND_SECRET',
    fallback: '',
    meaning:
      'Pepper of all stored secrets, 32 characters or more. Without it one is made and kept in DATA_DIR/secret. Needed with DATABASE_URL.',
  },
  {
    name: 'DESKHAND_PUBLIC_URL',
    fallback: '',
    meaning: 'Address under which clients reach the server, where it cannot be derived from the request; links in mails begin with it.',
  },
  { name: 'DESKHAND_DOMAIN', fallback: 'localhost', meaning: 'Instances answer to <subdomain>.<this domain>.' },
  {
    name: 'DESKHAND_TRUSTED_PROXIES',
    fallback: '',
    meaning: 'Addresses or networks of proxies, comma-separated, whose X-Forwarded-* headers are believed.',
  },
  { name: 'DESKHAND_ROLE', fallback: 'all', meaning: 'all, web (answers requests) or worker (runs jobs).' },
  { name: 'DESKHAND_ADMIN_EMAIL', fallback: 'admin@example.com', meaning: "First start: the owner's e-mail." },
  { name: 'DESKHAND_ADMIN_PASSWORD', fallback: '', meaning: "First start: the owner's password; without it one is made and shown once." },
  {
    name: 'DESKHAND_API_TOKEN',
    fallback: '',
    meaning: 'First start: an API token to accept as given, 20 characters or more; audited as a bootstrap exception.',
  },
  {
    name: 'DESKHAND_FIRST_INSTANCE_ID',
    fallback: '1',
    meaning:
      'Ids of new instances begin here, once a server has started with it. Installations that may exchange instances need ranges that do not meet.',
  },
  { name: 'DESKHAND_INSTANCE_NAME', fallback: 'Deskhand', meaning: 'First start: the name of the instance.' },
  { name: 'DESKHAND_INSTANCE_KIND', fallback: 'development', meaning: 'First start: production, sandbox or development.' },
  { name: 'DESKHAND_INSTANCE_DEPLOYMENT', fallback: 'commercial', meaning: 'First start: commercial or government.' },
  { name: 'DESKHAND_RATE_LIMIT', fallback: 'on', meaning: 'First start: off gives the first instance the plan "unlimited".' },
  {
    name: 'DESKHAND_DEMO',
    fallback: 'off',
    meaning: 'First start: on or 1 fills the first instance with an invented company and its tickets; also npm start -- --demo.',
  },
  {
    name: 'DESKHAND_INSTANCES_SECRET',
    fallback: '',
    meaning:
      'Who holds it, 32 characters or more, may make and drop development instances by POST /api/v2/deskhand/instances; without it nobody may.',
  },
  { name: 'DESKHAND_METRICS', fallback: 'loopback', meaning: 'Who may read /metrics: loopback, all or off.' },
  {
    name: 'DESKHAND_HEALTH_PORT',
    fallback: '',
    meaning:
      'Port on HOST for /healthz, /readyz and /metrics alone, also of a worker; 0 takes a free one. With it PORT shows no figures and no details.',
  },
  {
    name: 'DESKHAND_REQUEST_SECONDS',
    fallback: '120',
    meaning: 'Seconds a client may take to send a request, and a quarter of them for its head; then the connection is closed.',
  },
  {
    name: 'DESKHAND_DRAIN_SECONDS',
    fallback: '7',
    meaning: 'Seconds the port stays open after SIGTERM, for a proxy to notice; 0 to 600. Ctrl-C and a closed terminal do without.',
  },
  {
    name: 'DESKHAND_STOP_SECONDS',
    fallback: '25',
    meaning: 'Seconds after which a stop cuts off what is still under way, counted from the signal; 1 to 3600.',
  },
  { name: 'DESKHAND_REQUEST_LOG_DAYS', fallback: '90', meaning: 'Days the request log is kept.' },
  { name: 'DESKHAND_LOG_LEVEL', fallback: 'warn', meaning: 'trace, debug, info, warn, error or silent.' },
  {
    name: 'DESKHAND_ACCESS_LOG',
    fallback: 'off',
    meaning: 'on writes a line of JSON to standard output for each request, and everything else to standard error.',
  },
  {
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    fallback: '',
    meaning: 'Receiver of OpenTelemetry traces by OTLP over HTTP, such as http://127.0.0.1:4318; without it none are made.',
  },
  {
    name: 'OTEL_TRACES_SAMPLER_ARG',
    fallback: '1',
    meaning: 'Which part of the traces that begin here is recorded, 0 to 1; of the others their caller decides.',
  },
  {
    name: 'FILES_URL',
    fallback: '',
    meaning:
      'Where attachments are kept, as s3://key:secret@host:port/bucket?region=…&path_style=true&tls=true; without it in DATA_DIR/files.',
  },
  {
    name: 'SMTP_URL',
    fallback: '',
    meaning: 'Mail server, as smtp://user:password@host:587 or smtps://…; without it mails are kept in the outbox of the dashboard.',
  },
  {
    name: 'DESKHAND_MAIL_FROM',
    fallback: '',
    meaning: 'Sender of mails, an address or Name <address>; without it deskhand@ and DESKHAND_DOMAIN, in the name of the instance.',
  },
  {
    name: 'DESKHAND_OUTBOUND_ALLOW',
    fallback: '',
    meaning:
      'Networks in CIDR notation, comma-separated, that requests to outside addresses may reach though they are not public, such as 10.0.0.0/8.',
  },
  { name: 'DESKHAND_PG_USER', fallback: '', meaning: 'Started as root: the account the embedded database runs under.' },
] as const satisfies readonly Variable[]
