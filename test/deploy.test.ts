import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'

import { mostOfJobs, mostOfSite } from '#platform/database/find-shortage.server.ts'
import { SECONDS_TO_FINISH } from '#platform/jobs/jobs.server.ts'
import { readSettings } from '#platform/settings/env.server.ts'

import { lockedPackages } from '../scripts/locked-packages.ts'

/* The files of deploy/, which operators copy, are held to the program that they start. */

const read = (file: string) => readFileSync(join('deploy', file), 'utf8')
const COMPOSE = parse(read('compose.yaml'), { merge: true }) as Compose
const MANIFESTS = globSync('deploy/kubernetes/*.yaml').flatMap((file) =>
  parseAllDocuments(readFileSync(file, 'utf8')).map((one) => one.toJS() as Manifest),
)
const UNITS = ['halcyon-site@.service', 'halcyon-jobs.service'].map((file) =>
  read(`systemd/${file}`),
)
const CONTAINERFILE = read('Containerfile')
const [SITE, JOBS, MIGRATE] = ['halcyon-site', 'halcyon-jobs', 'halcyon-migrate'].map(podOf)
const { data: CONFIG = {} } =
  MANIFESTS.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === 'halcyon') ?? {}

/** What `live.env` fills in, and what the operator does. */
const GIVEN = Object.fromEntries(
  [...read('live.env').matchAll(/^([A-Z_]+)=(.+)$/gm)].map(([, name = '', value]) => [name, value]),
)
const SOCKET = 'postgres://halcyon_site:x@localhost/halcyon?host=/run/postgresql'
const SECRETS = {
  SESSION_SECRET: 'q7Jx0vTnB2mLw9KcE4sYd8RzHf1GuPaN',
  SMTP_URL: 'smtps://user:password@mail.shuttle.cy',
  JCC_USER: 'shuttle-api',
  JCC_PASSWORD: 'h3Vb9xQz0LmT7kRw',
  JCC_CALLBACK_TOKEN: 'h3Vb9xQz0LmT7kRw',
  DATABASE_URL: SOCKET,
  DATABASE_OWNER_URL: SOCKET.replace('_site', '_owner'),
}

/** Of the two sites of one machine, each of which is a unit of its own. */
const PORTS = ['3000', '3002'] as const

type Compose = {
  services: Record<
    string,
    {
      image: string
      environment?: Record<string, string | number>
      command?: string[]
      stop_grace_period?: string
    }
  >
}
type Container = {
  image: string
  command?: string[]
  ports?: { name: string; containerPort: number }[]
  readinessProbe?: { httpGet: { path: string } }
  livenessProbe?: { httpGet: { path: string } }
  lifecycle?: { preStop: { exec: { command: string[] } } }
}
type Pod = { containers: [Container]; terminationGracePeriodSeconds?: number }
type Manifest = {
  apiVersion: string
  kind: string
  metadata: { name: string }
  data?: Record<string, string>
  spec: { template: { spec: Pod; metadata: { labels: object } }; selector?: object }
}

function podOf(name: string): Pod {
  const kinds = ['Deployment', 'Job']
  const found = MANIFESTS.find(
    ({ kind, metadata }) => kinds.includes(kind) && metadata.name === name,
  )
  if (!found) throw new Error(`there is no ${name}`)
  return found.spec.template.spec
}

describe('settings', () => {
  const source = readFileSync('platform/settings/env.server.ts', 'utf8')
  const known = [...source.matchAll(/^ {2}([A-Z][A-Z_]+): /gm)].map(([, name = '']) => name)
  const ofTheBank = [
    ...readFileSync('sandbox-bank/server.ts', 'utf8').matchAll(/^ {2}([A-Z_]+): /gm),
  ]
  const ofOthers = /^(?:NODE_ENV|PGBACKREST_\w+)$/

  const named: Record<string, string[]> = {
    Containerfile: namesIn(/(?:^ENV | )([A-Z_]+)=/gm, /^ENV .*$/gm, CONTAINERFILE),
    'live.env': namesIn(/^([A-Z_]+)=/gm, /.*/g, read('live.env')),
    'demonstration.env': namesIn(/^([A-Z_]+)=/gm, /.*/g, read('demonstration.env')),
    units: UNITS.flatMap((unit) => namesIn(/[ =]([A-Z_]+)=/g, /^Environment=.*$/gm, unit)),
    'compose.yaml': Object.values(COMPOSE.services)
      .filter(({ image }) => image.startsWith('halcyon:'))
      .flatMap(({ environment = {} }) => Object.keys(environment)),
    manifests: Object.keys(CONFIG),
  }

  test.each(Object.entries(named))('%s names settings of the program only', (_file, names) => {
    const all = new Set([...known, ...ofTheBank.map(([, name = '']) => name)])
    const unknown = names.filter(
      (name) => !all.has(name.replace(/_FILE$/, '')) && !ofOthers.test(name),
    )
    expect(names.length).toBeGreaterThan(2)
    expect(unknown).toEqual([])
  })

  test('the settings of real business lack nothing but what the operator fills in', () => {
    expect(readSettings({ ...GIVEN, ...SECRETS })).toMatchObject({ MODE: 'live' })
  })

  test.each(UNITS)('with a file for each secret that it loads, a unit starts', (unit) => {
    const folder = mkdtempSync(join(tmpdir(), 'secrets-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    for (const [name, secret] of Object.entries(SECRETS)) {
      writeFileSync(join(folder, fileOf(name)), secret)
    }
    const lines = (unit.match(/^Environment=.*$/gm) ?? []).join(' ')
    const ofUnit = [...lines.matchAll(/([A-Z_]+)=([^ ]+)/g)].map(([, name = '', value = '']) => [
      name,
      value.replace('%d', folder).replace('%i', PORTS[0]),
    ])
    const { JCC_USER } = SECRETS
    // The name of a site's unit has its port.
    const settings = { ...GIVEN, JCC_USER, ...Object.fromEntries(ofUnit) }
    expect(readSettings(settings)).toMatchObject({ MODE: 'live', ...SECRETS })
  })

  test('the guide makes a file for each secret that a unit loads', () => {
    const guide = readFileSync('docs/deploy.md', 'utf8')
    const made = [...guide.matchAll(/^(?:echo|openssl) .* > ([\w-]+)$/gm)].map(([, file]) => file)
    for (const unit of UNITS) {
      const loaded = [...unit.matchAll(/^LoadCredential=([\w-]+):/gm)].map(([, file]) => file)
      expect(new Set(made)).toEqual(new Set(loaded))
    }
  })

  test('a secret that is named as a file is mounted or loaded', () => {
    const ofPods = Object.entries(CONFIG).filter(([name]) => name.endsWith('_FILE'))
    for (const [name, path] of ofPods) expect(path).toBe(`/secrets/${fileOf(name)}`)
    for (const unit of UNITS) {
      const loaded = [...unit.matchAll(/^LoadCredential=([\w-]+):/gm)].map(([, file]) => file)
      const files = [...unit.matchAll(/([A-Z_]+)_FILE=%d\/([\w-]+)/g)]
      expect(files.map(([, name = '', file]) => [fileOf(name), file])).toEqual(
        loaded.map((file) => [file, file]),
      )
    }
  })
})

/** The names that `pattern` finds in the lines of a file. */
function namesIn(pattern: RegExp, lines: RegExp, text: string): string[] {
  const found = (text.match(lines) ?? []).join('\n')
  return [...found.matchAll(pattern)].map(([, name = '']) => name)
}

function fileOf(setting: string): string {
  return setting
    .replace(/_FILE$/, '')
    .toLowerCase()
    .replaceAll('_', '-')
}

describe('a demonstration for others', () => {
  test('the settings of a demonstration for others work, and the bank calls past the proxy', () => {
    const guide = readFileSync('docs/deploy.md', 'utf8')
    const [, lines = ''] = /^(SITE_URL=[^]+?) npm start$/m.exec(guide) ?? []
    const given = [...lines.matchAll(/([A-Z_]+)=(\S+)/g)].map(([, name = '', value]) => [
      name,
      value,
    ])
    const { SITE_URL, BANK_ORIGIN, BANK_SHOP_URL, PORT } = readSettings(Object.fromEntries(given))
    expect(new URL(SITE_URL ?? '').host).not.toBe(new URL(BANK_ORIGIN ?? '').host)
    expect(BANK_SHOP_URL).toBe(`http://127.0.0.1:${PORT}`)
  })

  test('the pages of the bank have a proxy of their own, and what only the site asks for is not behind it', () => {
    const { PORT } = readSettings({})
    const proxy = read('demonstration.Caddyfile')
    expect(proxy).toContain(`{$BANK:127.0.0.1:${PORT + 1}}`)
    expect(proxy).toMatch(/^import Caddyfile$/m)
    expect(proxy).toMatch(
      /@inside path \/api \/api\/\* \/control \/control\/\*\n\trespond @inside 404/,
    )
    const { BANK_PORT } = (COMPOSE.services.bank?.environment ?? {}) as { BANK_PORT?: number }
    expect(COMPOSE.services.proxy?.environment).toMatchObject({ BANK: `bank:${BANK_PORT}` })
  })
})

const { PORT } = readSettings({})

describe('ports', () => {
  test('every proxy asks the site at its port', () => {
    expect(CONTAINERFILE).toContain(`PORT=${PORT} `)
    expect(CONTAINERFILE).toContain(`EXPOSE ${PORT}\n`)
    expect(PORTS).toContain(String(PORT))
    const servers = read('nginx.conf').matchAll(/^ {2}server 127\.0\.0\.1:(\d+) max_fails=0;$/gm)
    expect([...servers].map(([, port]) => port)).toEqual(PORTS)
    const sites = PORTS.map((port) => `127.0.0.1:${port}`).join(' ')
    expect(read('Caddyfile')).toContain(`reverse_proxy {$SITES:${sites}} {`)
    expect(COMPOSE.services.proxy?.environment).toMatchObject({
      SITES: `site-a:${PORT} site-b:${PORT}`,
    })
    expect(SITE?.containers[0].ports).toContainEqual({ name: 'http', containerPort: PORT })
  })

  test('metrics are served where they are asked for', () => {
    for (const pod of [SITE, JOBS]) {
      const port = { name: 'metrics', containerPort: Number(CONFIG.METRICS_PORT) }
      expect(pod?.containers[0].ports).toContainEqual(port)
    }
  })

  test('on one machine two sites start at the ports that the proxy asks, and Prometheus knows both', () => {
    const [unit = ''] = UNITS
    expect(unit).toMatch(/^Environment=.* PORT=%i /m)
    expect(unit).toMatch(/^Environment=METRICS_PORT=1%i /m)
    const started = PORTS.map((port) => `halcyon-site@${port}`).join(' ')
    expect(readFileSync('docs/deploy.md', 'utf8')).toContain(`${started} halcyon-jobs`)
    const targets = PORTS.map((port) => `'127.0.0.1:1${port}'`).join(', ')
    expect(read('prometheus/prometheus.yml')).toContain(`targets: [${targets}]`)
  })

  test('a new release on one machine replaces a site when the other is ready', () => {
    const guide = readFileSync('docs/upgrade.md', 'utf8')
    const [, ports, steps = ''] = /^for port in ([\d ]+); do\n([^]*?)^done$/m.exec(guide) ?? []
    expect(ports?.split(' ')).toEqual(PORTS)
    const [restart, wait] = ['systemctl restart halcyon-site@$port', '127.0.0.1:$port/readyz']
    expect(steps.indexOf(restart)).toBeGreaterThan(-1)
    expect(steps.indexOf(wait)).toBeGreaterThan(steps.indexOf(restart))
    expect(guide).not.toMatch(/systemctl restart .*halcyon-site(?!@)/)
  })

  test('etcd is where Patroni asks for it', () => {
    const { etcd3 } = parse(read('patroni.yml')) as { etcd3: { hosts: string[] } }
    const etcd = read('etcd.env')
    const [, listed = ''] = /^ETCD_INITIAL_CLUSTER=(.+)$/m.exec(etcd) ?? []
    const members = listed
      .split(',')
      .map((one) => new URL(one.slice(one.indexOf('=') + 1)).hostname)
    expect(etcd3.hosts).toEqual(members.map((host) => `${host}:2379`))
    expect(etcd).toContain(`ETCD_ADVERTISE_CLIENT_URLS=http://${etcd3.hosts[0]}\n`)
  })

  test('PgBouncer leads to HAProxy, and HAProxy asks Patroni', () => {
    const [, primary] =
      /listen primary\n {2}bind 127\.0\.0\.1:(\d+)/.exec(read('haproxy.cfg')) ?? []
    expect(read('pgbouncer.ini')).toContain(`host=127.0.0.1 port=${primary} `)
    const { restapi, postgresql } = parse(read('patroni.yml')) as {
      restapi: { listen: string }
      postgresql: { listen: string }
    }
    const [rest, database] = [restapi.listen, postgresql.listen].map((one) => one.split(':')[1])
    const checks = read('haproxy.cfg').match(new RegExp(`:${database} check port ${rest}$`, 'gm'))
    expect(checks).toHaveLength(6)
  })
})

describe('times', () => {
  test('Patroni takes its times as they are', () => {
    const { bootstrap } = parse(read('patroni.yml')) as {
      bootstrap: { dcs: { ttl: number; loop_wait: number; retry_timeout: number } }
    }
    const { ttl, loop_wait: pause, retry_timeout: retry } = bootstrap.dcs
    // Newer releases put other values in their place: docs/dynamic_configuration of Patroni.
    expect([ttl >= 20, pause >= 1, retry >= 3]).toEqual([true, true, true])
    expect(pause + 2 * retry).toBeLessThanOrEqual(ttl)
  })

  test('proxies close idle connections before Node does', () => {
    const ours = createServer().keepAliveTimeout / 1000
    const [, nginx] = /keepalive_timeout (\d+)s;/.exec(read('nginx.conf')) ?? []
    const [, caddy] = /^\s+keepalive (\d+)s$/m.exec(read('Caddyfile')) ?? []
    for (const seconds of [nginx, caddy]) {
      expect(Number(seconds)).toBeGreaterThan(0)
      expect(Number(seconds)).toBeLessThan(ours)
    }
  })

  test('a site may drain and answer the last request before it is killed', () => {
    const answering = 8
    const [, sleep] = SITE?.containers[0].lifecycle?.preStop.exec.command ?? []
    const drain = Number(CONFIG.DRAIN_SECONDS)
    expect(SITE?.terminationGracePeriodSeconds).toBeGreaterThan(Number(sleep) + drain + answering)
    for (const unit of UNITS) {
      const [, seconds] = /^TimeoutStopSec=(\d+)$/m.exec(unit) ?? []
      expect(Number(seconds)).toBeGreaterThan(drain + answering)
    }
  })

  test('jobs under way may be finished before their program is killed', () => {
    const [, unit] = /^TimeoutStopSec=(\d+)$/m.exec(UNITS[1] ?? '') ?? []
    const container = COMPOSE.services.jobs?.stop_grace_period
    const pod = JOBS?.terminationGracePeriodSeconds
    for (const seconds of [unit, container?.replace(/s$/, ''), pod]) {
      expect(Number(seconds)).toBeGreaterThan(SECONDS_TO_FINISH)
    }
  })
})

describe('connections and memory', () => {
  const [site = '', jobs = ''] = UNITS
  const [, workers = ''] = / WORKERS=(\d+)/.exec(site) ?? []
  const together =
    PORTS.length * mostOfSite(readSettings({ WORKERS: workers, JOBS: 'off' })) +
    mostOfJobs(readSettings({}))
  const ofRoles = [...read('roles.sql').matchAll(/^create role .* connection limit (\d+);$/gm)]
  const [ofOwner = 0, ofSite = 0] = ofRoles.map(([, limit]) => Number(limit))
  /** What a superuser alone may use. */
  const reserved = 3
  const { bootstrap } = parse(read('patroni.yml')) as {
    bootstrap: { dcs: { postgresql: { parameters: { max_connections: number } } } }
  }

  test.each([
    ['that the guide sets', Number(/max_connections = (\d+)/.exec(guideOfOneMachine())?.[1])],
    ['of Patroni', bootstrap.dcs.postgresql.parameters.max_connections],
    ['of compose.yaml', Number(/max_connections=(\d+)/.exec(read('compose.yaml'))?.[1])],
  ])('the connections %s suffice for the role of the site and for a start', (_whose, given) => {
    expect(ofSite + 13 + reserved).toBeLessThanOrEqual(given)
    expect(ofOwner).toBeGreaterThanOrEqual(13)
  })

  test('the units of one machine open no more connections than the role of the site has', () => {
    expect(together).toBeGreaterThan(100)
    expect(together).toBeLessThanOrEqual(ofSite)
  })

  test('four poolers leave connections to the jobs and to a start', () => {
    const [, pool = ''] = /^default_pool_size = (\d+)$/m.exec(read('pgbouncer.ini')) ?? []
    expect(4 * Number(pool) + mostOfJobs(readSettings({}))).toBeLessThanOrEqual(ofSite)
  })

  test('each process of a site has a gigabyte, and the one that has more is ended alone', () => {
    const [, gigabytes] = /^MemoryMax=(\d+)G$/m.exec(site) ?? []
    expect(Number(gigabytes)).toBe(Number(workers) + 1)
    expect(site).toMatch(/^OOMPolicy=continue$/m)
    expect(jobs).toMatch(/^MemoryMax=1G$/m)
  })
})

function guideOfOneMachine(): string {
  const guide = readFileSync('docs/deploy.md', 'utf8')
  return guide.slice(guide.indexOf('## One machine'), guide.indexOf('## Containers'))
}

/** The steps in the order in which a guide has them; without those that it does not have. */
function stepsOf(guide: string, steps: readonly string[]): string[] {
  return steps
    .filter((step) => guide.includes(step))
    .toSorted((one, other) => guide.indexOf(one) - guide.indexOf(other))
}

describe('backups', () => {
  test('a guide makes the repository before anything is archived, and the timer comes last', () => {
    const onOneMachine = [
      'deploy/pgbackrest.conf /etc/pgbackrest.conf',
      'show data_directory',
      'stanza-create',
      'archive_mode = on',
      'restart postgresql',
      'stanza=halcyon check',
      'halcyon-backup.timer',
    ]
    expect(stepsOf(guideOfOneMachine(), onOneMachine)).toEqual(onOneMachine)
    const guide = readFileSync('docs/deploy.md', 'utf8')
    const onSeveral = ['pgbackrest.conf', 'etcd, then Patroni']
    expect(stepsOf(guide.slice(guide.indexOf('## Several machines')), onSeveral)).toEqual(onSeveral)
  })

  test('a standby leaves the backup to the primary, and a database that cannot be reached is a failure', () => {
    const [, asked = ''] =
      /^ExecCondition=\/bin\/sh -c '(.+)'$/m.exec(read('systemd/halcyon-backup.service')) ?? []
    const folder = mkdtempSync(join(tmpdir(), 'psql-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const answerOf = (psql: string) => {
      writeFileSync(join(folder, 'psql'), `#!/bin/sh\n${psql}\n`)
      chmodSync(join(folder, 'psql'), 0o755)
      const env = { ...process.env, PATH: `${folder}:${process.env.PATH ?? ''}` }
      return spawnSync('sh', ['-c', asked.replaceAll('$$', () => '$')], { env }).status
    }
    expect([answerOf('echo f'), answerOf('echo t'), answerOf('exit 2')]).toEqual([0, 1, 255])
  })
})

describe('the database in containers', () => {
  const { postgres } = COMPOSE.services
  const programs = Object.values(COMPOSE.services).filter(({ image }) =>
    image.startsWith('halcyon:'),
  )

  test('nobody at its socket is a superuser without a password', () => {
    const { POSTGRES_INITDB_ARGS: asked, POSTGRES_HOST_AUTH_METHOD: host } =
      postgres?.environment ?? {}
    for (const from of ['local', 'host']) expect(asked).toContain(`--auth-${from}=scram-sha-256`)
    expect(host).toBeUndefined()
  })

  test('the superuser, the owner and the site share no password, and no program has that of the first', () => {
    const known = programs.map(({ environment }) => JSON.stringify(environment))
    expect(postgres?.environment?.POSTGRES_PASSWORD).toBe('${SUPERUSER_PASSWORD:?}')
    expect(known.length).toBeGreaterThan(3)
    expect(known.filter((one) => one.includes('SUPERUSER'))).toEqual([])
    expect(known.filter((one) => one.includes('halcyon_owner:${OWNER_PASSWORD:?}@'))).not.toEqual(
      [],
    )
  })

  test('what compose.yaml asks for is in the file that its command names, and nothing else', () => {
    const text = read('compose.yaml')
    const asked = [...text.matchAll(/\$\{([A-Z_]+):\?\}/g)].map(([, name]) => name)
    const given = namesIn(/^([A-Z_]+)=/gm, /.*/g, read('containers.env'))
    expect(new Set(given)).toEqual(new Set(asked))
    expect(text).toMatch(/cp deploy\/containers\.env deploy\/own\.env/)
    const guides = [
      text,
      ...['deploy', 'upgrade'].map((one) => readFileSync(`docs/${one}.md`, 'utf8')),
    ]
    const commands = guides.join('\n').match(/^.*docker compose .*(?:\\\n.*)*$/gm) ?? []
    const live = commands.filter((one) => !/--profile demonstration|config --quiet/.test(one))
    expect(live.length).toBeGreaterThan(3)
    expect(live.filter((one) => !one.includes('--env-file deploy/own.env'))).toEqual([])
  })

  test('each release has an image of its own to go back to', () => {
    expect(new Set(programs.map(({ image }) => image))).toEqual(new Set(['halcyon:${RELEASE:?}']))
  })
})

/** Runs halcyon-run with this machine's folders in the place of those of a server, and prints the database. */
function runHalcyon(environment: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'halcyon-run-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [name, port] of [
    ['etc', 5432],
    ['drill', 5499],
  ] as const) {
    mkdirSync(join(folder, name, 'secrets'), { recursive: true })
    writeFileSync(join(folder, name, 'live.env'), 'MODE=live\n')
    const address = `postgres://halcyon_site:x@127.0.0.1:${port}/halcyon\n`
    writeFileSync(join(folder, name, 'secrets', 'database-url'), address)
  }
  const setpriv = join(folder, 'setpriv')
  writeFileSync(setpriv, '#!/bin/sh\necho "$DATABASE_URL"\n')
  chmodSync(setpriv, 0o755)
  const text = read('systemd/halcyon-run')
    .replaceAll('/opt/halcyon/current', folder)
    .replaceAll('/etc/halcyon', join(folder, 'etc'))
  const { PATH = '' } = process.env
  const settings = environment.HALCYON_SETTINGS && join(folder, environment.HALCYON_SETTINGS)
  const env = { ...environment, PATH: `${folder}:${PATH}`, HALCYON_SETTINGS: settings ?? '' }
  const { status, stdout, stderr } = spawnSync('sh', ['-c', text, 'sh', 'invariants'], {
    env,
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

describe('halcyon-run', () => {
  test('a command asks the database of the site, and in a drill that of the drill', () => {
    expect(runHalcyon({}).stdout).toContain(':5432/')
    expect(runHalcyon({ HALCYON_SETTINGS: 'drill' }).stdout).toContain(':5499/')
  })

  test('a database that would not count is refused, so that no drill checks the one that sells', () => {
    const refused = runHalcyon({ DATABASE_URL: 'postgres://halcyon_site:x@127.0.0.1:5499/halcyon' })
    expect(refused.status).toBe(2)
    expect(refused.stdout).toBe('')
    expect(refused.stderr).toContain('HALCYON_SETTINGS')
  })
})

describe('what runs', () => {
  test('the image has the Node that the tests use', () => {
    const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      devDependencies: { node: string }
    }
    const bases = CONTAINERFILE.match(/^FROM \S+/gm)
    expect(new Set(bases)).toEqual(new Set([`FROM node:${devDependencies.node}-bookworm-slim`]))
  })

  test('every command names a program, and the image has all that it loads', () => {
    const commands = [
      ...Object.values(COMPOSE.services).flatMap(({ command }) => command?.slice(1) ?? []),
      ...[JOBS, MIGRATE].flatMap((pod) => pod?.containers[0].command?.slice(1) ?? []),
      ...UNITS.flatMap((unit) => /^ExecStart=\S+ (\S+)$/m.exec(unit)?.[1] ?? []),
      ...(/^CMD \["node", "(.*)"\]/m.exec(CONTAINERFILE)?.slice(1) ?? []),
    ].filter((word) => word.endsWith('.ts'))
    expect(new Set(commands)).toEqual(
      new Set(['server.ts', 'jobs.ts', 'scripts/migrate.ts', 'sandbox-bank/server.ts']),
    )
    const copied = [...CONTAINERFILE.matchAll(/\/halcyon\/([\w.-]+)/g)].map(([, name]) => name)
    const loaded = [...closureOf(commands)].map((file) => file.split('/')[0])
    expect(loaded.length).toBeGreaterThan(100)
    expect(loaded.filter((name) => !copied.includes(name))).toEqual([])
  })

  test('what only builds and tests the program is not in the image, and its own libraries are', () => {
    const running = lockedPackages().filter(({ isForProduction }) => isForProduction)
    const has = (wanted: string) => running.some(({ name }) => name === wanted)
    for (const name of ['vite', 'vitest', 'rolldown', 'typescript', 'node']) {
      expect([name, has(name)]).toEqual([name, false])
    }
    for (const name of ['react-dom', 'sharp', '@img/sharp-linux-x64', '@img/sharp-linux-arm64']) {
      expect([name, has(name)]).toEqual([name, true])
    }
    expect(CONTAINERFILE).toMatch(/^RUN npm ci --omit=dev .* && node scripts\/prune\.ts /m)
    expect(guideOfOneMachine()).toContain('\nbin/node scripts/prune.ts\n')
  })

  test('each manifest is whole, and a service finds its pods', () => {
    for (const { apiVersion, kind, metadata } of MANIFESTS) {
      expect([apiVersion, kind, metadata.name].every(Boolean)).toBe(true)
    }
    const service = MANIFESTS.find(({ kind }) => kind === 'Service')
    const site = MANIFESTS.find(
      ({ kind, metadata }) => kind === 'Deployment' && metadata.name === 'halcyon-site',
    )
    expect(service?.spec.selector).toEqual(site?.spec.template.metadata.labels)
    for (const pod of [SITE, JOBS]) {
      expect(pod?.containers[0].livenessProbe?.httpGet.path).toBe('/healthz')
    }
  })

  test('no order that a traveller has seen is on one machine alone', () => {
    const { bootstrap } = parse(read('patroni.yml')) as {
      bootstrap: { dcs: { synchronous_mode: boolean } }
    }
    expect(bootstrap.dcs.synchronous_mode).toBe(true)
  })

  test('a full backup ends after the days that the guides name, a week after its limit', () => {
    const [, days] = /^repo1-retention-full=(\d+)$/m.exec(read('pgbackrest.conf')) ?? []
    const ended = `after ${Number(days) + 7} days`
    for (const guide of ['upgrade.md', 'security.md']) {
      expect(readFileSync(`docs/${guide}`, 'utf8')).toMatch(new RegExp(`deletes?d? ${ended}`))
    }
    expect(read('pgbackrest.conf')).toContain(`end ${ended}`)
  })

  test('the pooler passes on no limit that it does not hold', () => {
    expect(read('pgbouncer.ini')).toMatch(/^pool_mode = transaction$/m)
    expect(read('pgbouncer.ini')).toMatch(/^ignore_startup_parameters =$/m)
  })
})

describe('proxies', () => {
  test('no proxy leaves out all sites while the database is away', () => {
    const servers = read('nginx.conf').match(/^ {2}server 127.*$/gm) ?? []
    expect(servers).toHaveLength(PORTS.length)
    for (const server of servers) expect(server).toMatch(/ max_fails=0;$/)
    expect(read('Caddyfile')).not.toMatch(/^\s*health_uri/m)
    expect(SITE?.containers[0].readinessProbe?.httpGet.path).toBe('/healthz')
  })

  test('no proxy sends a form twice, or logs the links of tickets', () => {
    expect(read('nginx.conf')).not.toMatch(/^\s*proxy_next_upstream .*non_idempotent/m)
    expect(read('nginx.conf')).not.toMatch(/^\s*log_format[^;]*(?:\$request |\$uri|\$request_uri)/m)
    expect(read('Caddyfile')).not.toMatch(/lb_retry_match/)
  })

  test('no proxy writes the links of tickets when a site gives no answer', () => {
    const servers = read('nginx.conf')
      .split(/^server \{/m)
      .slice(1)
    expect(servers).toHaveLength(2)
    for (const server of servers) expect(server).toMatch(/^ {2}error_log \S+ emerg;$/m)
    const [, logged = ''] = /^\tlog default \{\n([^]*?)^\t\}/m.exec(read('Caddyfile')) ?? []
    for (const field of ['request>uri', 'request>headers'])
      expect(logged).toContain(`${field} delete`)
    expect(read('Caddyfile').match(/^\s*log\b/gm)).toHaveLength(1)
    expect(read('kubernetes/network.yaml')).toMatch(/^# {3}error-log-level: emerg /m)
  })

  test('no proxy shows the inside', () => {
    for (const path of ['/readyz', '/healthz']) {
      expect(read('nginx.conf')).toContain(`location = ${path} { return 404; }`)
      expect(read('Caddyfile')).toMatch(new RegExp(`@inside path .*${path}`))
      expect(read('kubernetes/network.yaml')).toContain(`path: ${path},`)
    }
  })
})

const FOLDERS = { '#bank/': 'sandbox-bank/', '#operator': 'operator.ts', '#paths': 'paths.ts' }

/** The files of ours that these load. Types are not told apart, so it may be some too many. */
function closureOf(entries: readonly string[]): Set<string> {
  const seen = new Set<string>()
  const queue = [...entries]
  for (let file = queue.pop(); file; file = queue.pop()) {
    if (seen.has(file)) continue
    seen.add(file)
    if (!/\.tsx?$/.test(file)) continue
    const found = readFileSync(file, 'utf8').matchAll(/(?:from|import\() ?'([#.][^']+)'/g)
    for (const [, name = ''] of found) {
      if (name.startsWith('./build/')) continue
      const alias = Object.entries(FOLDERS).find(([prefix]) => name.startsWith(prefix))
      const path = name.startsWith('.')
        ? normalize(join(dirname(file), name))
        : alias
          ? name.replace(...alias)
          : name.slice(1)
      queue.push(path)
    }
  }
  return seen
}
