/** The favourites contract as the design shows it, with the parts of the language that exist. */
export const favorites = `# yaml-language-server: $schema=../schemas/contract.schema.json
contract: favorites
version: 1
title: Readers keep favourite articles
system: system.yaml
outOfScope: [ Grouping favourites into folders, Working offline ]
let: { title: { fake: lorem.sentence } }
steps:
  an article by the author:
    - api.request: { as: author, method: POST, path: /api/articles, json: { title: "{{title}}" }, expect: { status: 201 }, save: { slug: /article/slug } }
  the reader opens it:         [ { browser.open: { as: reader, path: "/articles/{{slug}}" } } ]
  the reader clicks the heart: [ { browser.click: { as: reader, role: button, name: Favorite } } ]
  the heart is on:             [ { browser.see: { as: reader, role: button, name: Favorite, expect: { pressed: true } } } ]
  the table has rows:
    - db.query: { sql: "select count(*) as n from favorites f join articles a on a.id = f.article_id where a.slug = $1", params: [ "{{slug}}" ], expect: { rows: [ { n: "{{n}}" } ] } }
criteria:
  - id: AC-01
    title: A favourite is saved on the server
    claim: persisted
    given: [ an article by the author, the reader opens it ]
    when:  [ the reader clicks the heart ]
    then:
      - the heart is on
      - api.request: { as: reader, method: GET, path: /api/favorites, expect: { status: 200, json: { articles: [ { slug: "{{slug}}" } ] } } }
      - the table has rows: { n: 1 }
      - db.delta: { favorites: { inserted: 1 } }
  - id: AC-02
    title: A favourite survives a restart of the service and an empty browser
    claim: durable
    given: [ an article by the author, the reader opens it ]
    when:  [ the reader clicks the heart ]
    then:  [ { system.restart: app }, { browser.fresh: { as: reader } }, the reader opens it, the heart is on ]
  - id: AC-04
    title: Nobody favourites without signing in
    claim: persisted
    given: [ an article by the author ]
    when:  [ { api.request: { as: guest, method: POST, path: "/api/articles/{{slug}}/favorite", expect: { status: 401 } } } ]
    then:  [ the table has rows: { n: 0 }, { db.delta: {} } ]
    contrast: { as: { guest: reader } }
`;

/** The system file that goes with it. */
export const favoritesSystem = `system: sample-app
root: ../sample-app
env:     { NODE_ENV: production, DATABASE_URL: "{{db.url}}" }
install: { run: npm ci, key: [package.json, package-lock.json, .npmrc], within: 300s }
build:   { run: npm run build, within: 300s }
checks:
  - { name: types, run: npm run typecheck, parser: tsc,    within: 120s }
  - { name: unit,  run: npm test,          parser: mocha,  within: 2m, needs: [db], required: false }
services:
  db:
    postgres: { image: "postgres:16-alpine", migrate: npm run migrate, seed: { file: seed.sql, after: migrate } }
  app:
    start: { run: node dist/server.js --name "the app", in: . }
    env:   { PORT: "{{app.port}}", COMMIT: "{{run.commit}}" }
    ready: { path: /healthz, within: 20s }
    identity: { path: /version, at: /commit }
volatile: [ sessions, users.last_seen ]
actors:
  member:
    let:    { email: { fake: internet.email }, password: { pattern: "[A-Za-z0-9]{12}" } }
    create: [ { api.request: { method: POST, path: /api/users, json: { email: "{{email}}", password: "{{password}}" }, expect: { status: 201 } } } ]
    signIn: [ { api.request: { method: POST, path: /api/session, json: { email: "{{email}}", password: "{{password}}" }, save: { token: /token } } } ]
    session:
      api:     { header: { authorization: "Bearer {{token}}" } }
      browser: { localStorage: { token: "{{token}}" } }
  reader: { like: member }
  author: { like: member, let: { email: author@example.org }, session: { api: { cookies: true } } }
keepApp: true
`;
