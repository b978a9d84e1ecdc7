import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, stringify } from 'yaml'

import { invariant } from '#platform/invariant.ts'

import { giveAway, type Tools } from './programs.ts'

/*
 * The files of deploy/ with the addresses of this machine. Everything else stays as it is, so that
 * what operators copy is what was tried. TLS and the archive are left out.
 */

export const PASSWORDS = { owner: 'owner-of-the-cluster', site: 'site-of-the-cluster' }
export const HOST = '127.0.0.1'

export type Ports = {
  etcd: number
  peers: number
  /** Of the three databases, and of the three Patronis beside them. */
  postgres: [number, number, number]
  patroni: [number, number, number]
  primary: number
  standbys: number
  pooler: number
  sites: [number, number, number]
  proxy: number
  bank: number
}
export const NAMES = ['a', 'b', 'c'] as const

type Writing = { folder: string; ports: Ports; tools: Tools }

export function writeConfigs({ folder, ports, tools }: Writing): void {
  for (const [place, name] of NAMES.entries()) {
    writePatroni({ folder, ports, tools }, { place, name })
  }
  writeHaproxy(folder, ports)
  writePgbouncer(folder, ports)
  writeNginx(folder, ports)
}

type PatroniFile = {
  name: string
  restapi: object
  etcd3: object
  bootstrap: { dcs: { postgresql: { parameters: Record<string, unknown> } } }
  postgresql: { pg_hba: string[] } & Record<string, unknown>
}

function writePatroni(
  { folder, ports, tools }: Writing,
  { place, name }: { place: number; name: string },
): void {
  const file = parse(readFileSync('deploy/patroni.yml', 'utf8')) as PatroniFile
  const [rest, database] = [ports.patroni[place], ports.postgres[place]].map(
    (port) => `${HOST}:${port}`,
  )
  const data = join(folder, `database-${name}`)
  mkdirSync(data, { mode: 0o700 })
  giveAway(data)
  file.name = name
  file.restapi = { listen: rest, connect_address: rest }
  file.etcd3 = { hosts: [`${HOST}:${ports.etcd}`] }
  const { parameters } = file.bootstrap.dcs.postgresql
  for (const archive of ['archive_mode', 'archive_command']) delete parameters[archive]
  Object.assign(file.postgresql, {
    listen: database,
    connect_address: database,
    data_dir: data,
    bin_dir: tools.folderOfPostgres,
    pgpass: join(folder, `pgpass-${name}`),
    parameters: { unix_socket_directories: '' },
    pg_hba: file.postgresql.pg_hba.map((line) =>
      line.replace('hostssl', 'host').replace('10.0.0.0/24', `${HOST}/32`),
    ),
  })
  writeFileSync(join(folder, `patroni-${name}.yml`), stringify(file))
}

function writeHaproxy(folder: string, { postgres, patroni, primary, standbys }: Ports): void {
  const servers = NAMES.map((name, place): [string, string] => [
    `server ${name} 10.0.0.1${place + 1}:5432 check port 8008`,
    `server ${name} ${HOST}:${postgres[place]} check port ${patroni[place]}`,
  ])
  copy('haproxy.cfg', folder, [
    [`bind ${HOST}:5000`, `bind ${HOST}:${primary}`],
    [`bind ${HOST}:5001`, `bind ${HOST}:${standbys}`],
    ...servers,
  ])
}

function writePgbouncer(folder: string, { primary, pooler }: Ports): void {
  const users = join(folder, 'userlist.txt')
  writeFileSync(users, `"halcyon_site" "${PASSWORDS.site}"\n`)
  copy('pgbouncer.ini', folder, [
    [`host=${HOST} port=5000`, `host=${HOST} port=${primary}`],
    ['listen_port = 6432', `listen_port = ${pooler}`],
    ['/etc/pgbouncer/userlist.txt', users],
    ['server_tls_sslmode = verify-ca', 'server_tls_sslmode = disable'],
    ['server_tls_ca_file = /etc/halcyon/database-ca.pem', ''],
  ])
}

function writeNginx(folder: string, { sites, proxy }: Ports): void {
  const servers = sites.map((port) => `server ${HOST}:${port} max_fails=0;`)
  copy('nginx.conf', folder, [
    [`server ${HOST}:3000 max_fails=0;`, servers.join('\n  ')],
    [`  server ${HOST}:3002 max_fails=0;\n`, ''],
    ['listen 443 ssl http2;\n  listen [::]:443 ssl http2;', `listen ${HOST}:${proxy};`],
    ['  listen 80;\n  listen [::]:80;', `  listen unix:${folder}/nginx.sock;`],
    ['ssl_certificate /etc/halcyon/site.pem;', ''],
    ['ssl_certificate_key /etc/halcyon/site.key;', ''],
    ['/var/log/nginx/halcyon.log', join(folder, 'nginx-requests.log')],
    ['/var/log/nginx/error.log', 'stderr'],
    ['server_name shuttle.cy;\n  server_tokens', 'server_name localhost;\n  server_tokens'],
  ])
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${folder}/nginx-${kind};`,
  )
  // Buyers have addresses of their own, which they send as a proxy before this one would.
  const main = `pid ${folder}/nginx.pid; error_log stderr;
    events { worker_connections 4096; }
    http { ${temporary.join(' ')} set_real_ip_from ${HOST}; real_ip_header X-Forwarded-For;
    include ${folder}/nginx.conf; }`
  writeFileSync(join(folder, 'nginx-main.conf'), main)
}

/** Copies a file of deploy/; every text to replace must be in it. */
function copy(name: string, folder: string, replaced: readonly [string, string][]): void {
  let text = readFileSync(join('deploy', name), 'utf8')
  for (const [before, after] of replaced) {
    invariant(text.includes(before), `deploy/${name} has "${before}"`)
    text = text.replaceAll(before, after)
  }
  writeFileSync(join(folder, name), text)
}
