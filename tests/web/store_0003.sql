BEGIN TRANSACTION;
CREATE TABLE accounts (
	id VARCHAR(20) NOT NULL,
	name VARCHAR(20) NOT NULL,
	token_hash VARCHAR(64) NOT NULL,
	created FLOAT NOT NULL,
	CONSTRAINT pk_accounts PRIMARY KEY (id),
	CONSTRAINT uq_accounts_token_hash UNIQUE (token_hash)
);
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL,
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0003');
CREATE TABLE challenges (
	id VARCHAR(16) NOT NULL,
	challenger VARCHAR(20) NOT NULL,
	challenged VARCHAR(20),
	game VARCHAR(200) NOT NULL,
	seat INTEGER NOT NULL,
	clock VARCHAR(16) NOT NULL,
	created FLOAT NOT NULL,
	state VARCHAR(10) NOT NULL,
	game_id VARCHAR(16),
	CONSTRAINT pk_challenges PRIMARY KEY (id),
	CONSTRAINT fk_challenges_challenger FOREIGN KEY(challenger) REFERENCES accounts (id) ON DELETE CASCADE,
	CONSTRAINT fk_challenges_challenged FOREIGN KEY(challenged) REFERENCES accounts (id) ON DELETE CASCADE,
	CONSTRAINT fk_challenges_game_id FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE SET NULL
);
CREATE TABLE events (
	game_id VARCHAR(16) NOT NULL,
	number INTEGER NOT NULL,
	event TEXT NOT NULL,
	"key" VARCHAR(80),
	CONSTRAINT pk_events PRIMARY KEY (game_id, number),
	CONSTRAINT fk_events_game_id FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE CASCADE,
	CONSTRAINT uq_events_game_id UNIQUE (game_id, "key")
);
INSERT INTO "events" VALUES('people',1,'{"kind": "opened", "at": 1000.0, "game": "hex(size=3,pie=0)", "seats": [{"kind": "person", "name": "Ann", "level": null}, {"kind": "person", "name": "Ben", "level": null}], "clock": null}',NULL);
INSERT INTO "events" VALUES('people',2,'{"kind": "turn", "at": 1001.0, "seat": "first", "turn": "b2", "ply": 0}','key-of-turn-0');
INSERT INTO "events" VALUES('people',3,'{"kind": "turn", "at": 1002.0, "seat": "second", "turn": "a1", "ply": 1}','key-of-turn-1');
INSERT INTO "events" VALUES('people',4,'{"kind": "asked-back", "at": 1003.0, "seat": "second"}','key-of-asking');
INSERT INTO "events" VALUES('people',5,'{"kind": "said", "at": 1003.5, "seat": "second", "words": "please"}','key-of-saying');
INSERT INTO "events" VALUES('people',6,'{"kind": "taken-back", "at": 1004.0, "seat": "second", "to": 1}','key-of-agreed');
INSERT INTO "events" VALUES('people',7,'{"kind": "turn", "at": 1005.0, "seat": "second", "turn": "c3", "ply": 1}',NULL);
INSERT INTO "events" VALUES('people',8,'{"kind": "resigned", "at": 1006.0, "seat": "first"}','key-of-giving-up');
INSERT INTO "events" VALUES('people',9,'{"kind": "rematch-asked", "at": 1007.0, "seat": "second"}','key-of-again');
INSERT INTO "events" VALUES('computer',1,'{"kind": "opened", "at": 1000.0, "game": "hex(size=3,pie=0)", "seats": [{"kind": "person", "name": "Ann", "level": null}, {"kind": "computer", "name": "Level 1", "level": 1}], "clock": null}',NULL);
INSERT INTO "events" VALUES('computer',2,'{"kind": "turn", "at": 1001.0, "seat": "first", "turn": "b2", "ply": 0}','key-of-turn-0');
INSERT INTO "events" VALUES('computer',3,'{"kind": "turn", "at": 1002.0, "seat": "second", "turn": "a1", "ply": 1}',NULL);
INSERT INTO "events" VALUES('computer',4,'{"kind": "taken-back", "at": 1003.0, "seat": "first", "to": 0}','key-of-back');
INSERT INTO "events" VALUES('timed',1,'{"kind": "opened", "at": 1000.0, "game": "hex(size=3,pie=0)", "seats": [{"kind": "person", "name": "Ann", "level": null}, {"kind": "person", "name": "Ben", "level": null}], "clock": {"main": 60, "increment": 5, "periods": 0, "period": 0}}',NULL);
INSERT INTO "events" VALUES('timed',2,'{"kind": "turn", "at": 1001.0, "seat": "first", "turn": "b2", "ply": 0, "seconds": 1.0}','key-of-turn-0');
INSERT INTO "events" VALUES('timed',3,'{"kind": "time-over", "at": 5000.0, "seat": "second"}','key-of-claim');
CREATE TABLE games (
	id VARCHAR(16) NOT NULL,
	game VARCHAR(200) NOT NULL,
	created FLOAT NOT NULL,
	over FLOAT, wakes FLOAT,
	CONSTRAINT pk_games PRIMARY KEY (id)
);
INSERT INTO "games" VALUES('people','hex(size=3,pie=0)',1000.0,1007.0,NULL);
INSERT INTO "games" VALUES('computer','hex(size=3,pie=0)',1000.0,NULL,0.0);
INSERT INTO "games" VALUES('timed','hex(size=3,pie=0)',1000.0,5000.0,NULL);
CREATE TABLE players (
	game_id VARCHAR(16) NOT NULL,
	seat INTEGER NOT NULL,
	account_id VARCHAR(20) NOT NULL,
	CONSTRAINT pk_players PRIMARY KEY (game_id, seat),
	CONSTRAINT fk_players_game_id FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE CASCADE,
	CONSTRAINT fk_players_account_id FOREIGN KEY(account_id) REFERENCES accounts (id) ON DELETE CASCADE
);
CREATE TABLE seats (
	token_hash VARCHAR(64) NOT NULL,
	game_id VARCHAR(16) NOT NULL,
	seat INTEGER NOT NULL,
	CONSTRAINT pk_seats PRIMARY KEY (token_hash),
	CONSTRAINT fk_seats_game_id FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE CASCADE
);
INSERT INTO "seats" VALUES('358a34fc33f9a61c96825f7b356e05fbd41c30c9198a6bdf207f60e7290701ad','people',0);
INSERT INTO "seats" VALUES('125b90973985dc67bc921325080bd27d02d2b99770d385e337ff67194441c738','people',1);
INSERT INTO "seats" VALUES('f3ee641df93dcc20d56c6077d594807fcfeabfc1f3e1fbbd54d1c26c9205eeb2','computer',0);
INSERT INTO "seats" VALUES('94f8e651dc74cdc3c58d2ad3e924a320b0fa61e72ac1c68bbb23291a93fc46cf','computer',1);
INSERT INTO "seats" VALUES('7313a40faea3ae702ec9491e2357b5ec9cc1dfefc01511ad1b5695f2db529a40','timed',0);
INSERT INTO "seats" VALUES('2014f548d72879f36390c2617eb2fe26aa856acf49d064e886571eda0a1280f8','timed',1);
CREATE TABLE studies (
	id VARCHAR(16) NOT NULL,
	token_hash VARCHAR(64) NOT NULL,
	game_id VARCHAR(16),
	record TEXT NOT NULL,
	version INTEGER NOT NULL,
	created FLOAT NOT NULL,
	changed FLOAT NOT NULL,
	CONSTRAINT pk_studies PRIMARY KEY (id)
);
CREATE INDEX ix_games_over ON games (over);
CREATE INDEX ix_seats_game_id ON seats (game_id);
CREATE INDEX ix_games_wakes ON games (wakes);
CREATE INDEX ix_players_account_id ON players (account_id);
CREATE INDEX ix_challenges_challenger ON challenges (challenger);
CREATE INDEX ix_challenges_challenged ON challenges (challenged);
COMMIT;
