CREATE TABLE partners (id text primary key, name text not null, settings text not null, created_at integer not null) strict;
CREATE TABLE domains (partner_id text not null references partners (id), origin text not null, primary key (partner_id, origin)) strict, without rowid;
CREATE TABLE keys (
    id text primary key, kind text not null, partner_id text not null references partners (id), secret_hash text not null,
    previous_hash text, previous_until integer, scopes text not null, rate_per_minute integer, addresses text not null,
    created_at integer not null, last_used_at integer, revoked_at integer
  ) strict;
CREATE INDEX keys_of_partner on keys (partner_id);
CREATE TABLE auth_tokens (
    hash text primary key, key_id text not null, partner_id text not null, user text, expires_at integer not null, used_at integer
  ) strict, without rowid;
CREATE TABLE access_tokens (
    hash text primary key, key_id text not null, partner_id text not null, flow text not null, user text not null,
    expires_at integer not null, ended_at integer
  ) strict, without rowid;
CREATE TABLE sessions (
    id text primary key, cookie_hash text not null unique, token_hash text not null, key_id text not null, partner_id text not null,
    origin text not null, instance text not null, expires_at integer not null, ended_at integer
  ) strict, without rowid;
CREATE INDEX sessions_of_token on sessions (token_hash);
CREATE TABLE tickets (hash text primary key, session_id text not null, expires_at integer not null, used_at integer) strict, without rowid;
CREATE TABLE legacy_tokens (hash text primary key, key_id text not null, partner_id text not null, expires_at integer not null) strict, without rowid;
CREATE TABLE batches (seq integer primary key autoincrement, source text not null, id text not null, body text not null) strict;
CREATE INDEX batches_of_source on batches (source, seq);
CREATE TABLE volatilities (
    source text not null, symbol text not null, day text not null, iv30 real not null, primary key (source, symbol, day)
  ) strict, without rowid;
insert into partners values ('p_demo', 'Demo partner', '{}', 1795186800000);
insert into partners values ('p_kept', 'Kept partner', '{"faqUrl":"https://partner.com/faq","hideAnnualised":true}', 1795186800000);
insert into domains values ('p_demo', 'http://localhost:8081');
insert into domains values ('p_kept', 'https://*.partner.com');
insert into domains values ('p_kept', 'https://partner.com');
insert into keys values ('pk_test_diCJoc4bmIeZmTTf4IcwLZ', 'widget', 'p_demo', '65bdbede44bf5a630c25a797fd470f39236e5fdeef8a632d11f782b261a1b00e', null, null, 'what why how', null, '', 1795186800000, 1795186800000, null);
insert into keys values ('sub_test_Mezw3EASC6Om', 'subscription', 'p_demo', '4c2354d2899c9b409c1f18a9ea6816929baea56b03d2f241d7e4495d7085061b', null, null, 'what why how', null, '', 1795186800000, null, null);
insert into keys values ('cid_test_Xjz99W67cLvrpMc22V3Bc7', 'client', 'p_demo', 'c149747916b418539f8e9f5ad9f93143f49ec625afc06bc10ee6c188c6d48fd8', null, null, 'what why how', null, '', 1795186800000, 1795186800000, null);
insert into keys values ('sub_test_0gaMGjagEpvZ', 'subscription', 'p_kept', '9f31cb80dcc142a64498c3cf6165a800c3801051b5de321d6018b814bb83d058', null, null, 'why', 30, '10.0.0.0/8', 1795186800000, null, null);
insert into keys values ('sub_test_0pPvrQrV5tAT', 'subscription', 'p_kept', 'bac0a84ca9a5fbae7f56369af65d92f9f66cab44bf33ccaf9689fa662e4d82b6', '7b084985c7141e1aae1b3f3c96058e57922969e6b671119c27343925d5383256', 1795273200000, 'what why how', null, '', 1795186800000, null, null);
insert into keys values ('sub_test_10P7EqhPu6FB', 'subscription', 'p_kept', 'd91a55fae904b06b1c261b33eb41668247ab4431d772baabe7f252aac27d0add', null, null, 'what why how', null, '', 1795186800000, null, 1795186800000);
insert into auth_tokens values ('de77ec808d0f7a1d44c78f0037df33d6d24a3c3fc058ad751938dddb67d54187', 'pk_test_diCJoc4bmIeZmTTf4IcwLZ', 'p_demo', null, 1795186920000, 1795186800000);
insert into auth_tokens values ('f180554442fbf6c40a6d4a5981b720db3bdaa4e6bb651ddc388302f4840f7de0', 'pk_test_diCJoc4bmIeZmTTf4IcwLZ', 'p_demo', null, 1795186920000, null);
insert into access_tokens values ('6970c1430ac6abd0a508e01734d60975ac76b2c6900667b608814cafadd85652', 'pk_test_diCJoc4bmIeZmTTf4IcwLZ', 'p_demo', 'authToken', '5ac0f33fc6b4b1ebec5cb7863c4f3d7c2191f116b26c043fd857dcf50ed871c0', 1795273200000, null);
insert into access_tokens values ('ba8ee745e5d38069357e0467935cb1a30e44437e3f549772ddf3329fa2711b18', 'pk_test_diCJoc4bmIeZmTTf4IcwLZ', 'p_demo', 'apiKey', '5ac0f33fc6b4b1ebec5cb7863c4f3d7c2191f116b26c043fd857dcf50ed871c0', 1795273200000, null);
insert into access_tokens values ('ff947c04b5324a40ee55cdd17429d77dc0b0bab23b67e958a3e92ad66b6d2400', 'pk_test_diCJoc4bmIeZmTTf4IcwLZ', 'p_demo', 'apiKey', '5ac0f33fc6b4b1ebec5cb7863c4f3d7c2191f116b26c043fd857dcf50ed871c0', 1795273200000, 1795186800000);
insert into sessions values ('1Pw1ScnDmXDBsPPwJ9mNlG', '7bc6ae54f8143d1341ca9123fd6135de51168911e3b6555410e99704423266bc', 'ff947c04b5324a40ee55cdd17429d77dc0b0bab23b67e958a3e92ad66b6d2400', 'pk_test_diCJoc4bmIeZmTTf4IcwLZ', 'p_demo', 'http://localhost:8081', 'instance-2', 1795273200000, 1795186800000);
insert into sessions values ('6a8w7Le8OhmzAJ7sGtrKF4', 'dfc09eb6c9f943bcee7ff83865e92be45fef26660d897fa9580f905c9437b54e', 'ba8ee745e5d38069357e0467935cb1a30e44437e3f549772ddf3329fa2711b18', 'pk_test_diCJoc4bmIeZmTTf4IcwLZ', 'p_demo', 'http://localhost:8081', 'instance-1', 1795273200000, null);
insert into tickets values ('949d0c803210dc726e75580fa0a4e4c0a273dabd72ab40b07ddc446e560dc7f4', '6a8w7Le8OhmzAJ7sGtrKF4', 1795186830000, null);
insert into legacy_tokens values ('0093624b2586b0edb484523b5c48878bb0d8e736a6a1c2342007cbb35735ef8c', 'cid_test_Xjz99W67cLvrpMc22V3Bc7', 'p_demo', 1795190400000);
insert into batches values (1, 'simulated', '2026-11-19-23b5b4850d5f', '{"id":"2026-11-19-23b5b4850d5f","dateOfScan":"2026-11-20T02:00:00.000Z","tradingDay":"2026-11-19","durationMs":75,"universeSize":3,"ideas":[{"symbol":"ABNB","companyName":"Airbnb, Inc.","dateOfScan":"2026-11-20T02:00:00.000Z","sentiment":"Bullish","price":151.91,"technicalRank":10,"impliedVolatilityRank":47,"impliedVolatilityRankBasis":"implied","liquidityRank":1,"liquidityExplanation":"Very Liquid","sector":"Consumer Cyclical","exchange":"NASDAQ","region":"US","marketCap":93677833333,"rules":[{"ruleMatch":"Breakout on volume","sentiment":"Bullish","period":20,"reason":"20-day high on heavy volume","sentence":"Airbnb, Inc. (ABNB) closed at $151.91 on Nov 19, 2026, above its 20-day high of $150.38, with 1.5 times its usual volume.","code":"breakout","reasonMessage":{"code":"rule.breakout.reason","params":{"period":20,"price":151.91,"volume":1.5,"value":150.38}},"sentenceMessage":{"code":"rule.breakout.sentence","params":{"company":"Airbnb, Inc.","symbol":"ABNB","date":"2026-11-19","period":20,"price":151.91,"volume":1.5,"value":150.38}}}],"change":4.9,"percentageChange":3.33}],"scores":[{"symbol":"SPY","score":13.201428},{"symbol":"AAPL","score":13.467354},{"symbol":"ABNB","score":21.346845}],"failures":[],"tone":{"symbol":"SPY","oneMonthTrend":{"value":4,"sentimentInterpretation":"Bullish"},"sixMonthTrend":{"value":5,"sentimentInterpretation":"Bullish"}}}');
insert into volatilities values ('simulated', 'AAPL', '2026-11-19', 0.212639);
insert into volatilities values ('simulated', 'ABNB', '2026-11-19', 0.288805);
insert into volatilities values ('simulated', 'SPY', '2026-11-19', 0.108894);
pragma user_version = 1;
