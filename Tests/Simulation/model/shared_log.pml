/*
 * A list that two servers write through one log: the page 7-Several-servers.md of `ListServer` as a model.
 *
 * The log stores a record directly behind the one that its writer expects to be the last, or not at all.
 * An append whose outcome is lost may be stored at any later time, also when its server is gone. Messages
 * between the servers get lost, come late and come twice; a server that is killed comes back with nothing
 * but the log, which may be read as it was before. Each step below is one that `SequencerMachine` takes in
 * one command; the comments name what it stands for.
 *
 * What is asserted:
 *   stored    an edit that was answered as applied is in the log
 *   once      no edit is in the log twice
 *   refused   an edit that was refused is not applied later
 *   behind    an answer is told only by a server that has the record of the edit
 *   back      who reads is shown at least what anyone was told before
 *
 * `check.py` runs the model as it is, and without one step after the other (`-DWITHOUT=…`): each breaks the
 * assertion that `check.py` names.
 */

#ifndef REMEMBERED
#define REMEMBERED 1    /* edits of clients that the list remembers: a bit each */
#endif
#ifndef CRASHES
#define CRASHES 1       /* how often a server is killed */
#endif
#ifndef PLACES
#define PLACES 3        /* records that fit into the log */
#endif
/* What is left out; each is a step of `Sources/Editing/ListSequencing` that something rests on. */
#define NOTHING 0
#define SYNC 1          /* a batch is answered before it is stored */
#define CLIENT_TABLE 2  /* an edit that was answered before is applied again */
#define SETTLING 3      /* an append without an outcome counts as not stored */
#define DOUBT 4         /* edits are refused that another server, or the undecided append, may have */
#define WITHHOLDING 5   /* edits of nobody's are applied again where the log does not tell whether they were */
#define DECLINING 6     /* forwarded edits are applied behind a record that their sender did not know */
#define EMPTY_RECORD 7  /* edits in doubt are looked for though the other server may still store them */
#define FOLLOWING 8     /* an answer of the other server is passed on before its record is here */
#define HEAD_READS 10   /* a reader is shown what the server has in memory */
#ifndef WITHOUT
#define WITHOUT NOTHING
#endif
#define without(step) (WITHOUT == step)
#ifndef RESENDS
#define RESENDS 1       /* how often a client sends its edit again */
#endif
#ifndef BATCHES
#define BATCHES 2       /* batches that one server forwards in its life */
#endif
#define NOBODY 9

/* ---- The log, as the nodes keep it. */

byte last;              /* the number of the newest record; the first is 1 */
byte kept;              /* records up to here are trimmed */
byte writer[PLACES + 1];
byte edits[PLACES + 1]; /* the edits that each record applies */

mtype = { FREE, UNDER_WAY, STORED, IDLE, APPENDING, UNDECIDED, DECLINED, ANSWERED, UNKNOWN };

typedef Attempt { mtype state; byte expected; byte edits; byte writer };
Attempt attempt[5];     /* one of each server, an empty one of each, and that of a server which is gone */
#define own s
#define filler (2 + s)
#define orphan 4

/* ---- What the assertions need to know. */

byte stored, answered, refused;
byte told;              /* the newest record that anyone was told of */

/* ---- The servers. */

typedef Server {
    byte me;            /* another one after each start */
    byte position;      /* the list in memory */
    byte head;          /* the newest record that is known */
    byte others;        /* the newest record known that may be another server's */
    byte lastWriter;    /* who wrote the newest record that is known */

    byte waiting;       /* edits that wait */
    byte first;         /* those of them that were sent here first: certainly new */
    byte connected;     /* edits whose senders still wait for their answers here */
    byte doubtful;      /* edits that another server may still apply */
    byte sought;        /* edits to be looked for in the log, behind `soughtBehind` */
    byte soughtBehind;
    bool mustStore;

    mtype operation;
    byte batch;         /* the edits sent here of the append that is under way, or undecided */

    byte foreign;       /* edits that the other server forwarded */
    bool foreignTaken;  /* whether they are in the batch too */
    byte foreignBehind; /* the newest record that it knew */
    byte foreignNumber;
    byte foreignFrom;
    byte taken;         /* the newest batch that was taken of the other server, */
    byte takenBefore;   /* and before it was killed */

    byte forwarded;     /* edits that were forwarded and are not answered */
    byte forwardedBehind;
    byte forwardedNumber;
    byte followed;      /* edits that the other server has stored, in record `followedPlace` */
    byte followedPlace;
};
Server server[2];

chan batches[2] = [BATCHES] of { byte, byte, byte, byte, byte };  /* to, from, number, edits, behind */
chan replies[2] = [BATCHES] of { byte, byte, mtype, byte };       /* to, number, outcome, place */

#define S server[s]
#define has(a, b) (((a) & (b)) != 0)

byte crashes;

/* The edits of remembered clients in the records up to a place: the client table of a list. */
inline readTable(through, table) {
    d_step {
        table = 0; n = 1;
        do
        :: n <= through -> table = table | edits[n]; n++
        :: else -> break
        od;
        table = table & REMEMBERED; n = 0
    }
}

inline newAttempt(index, what_) {
    attempt[index].state = UNDER_WAY;
    attempt[index].expected = S.position;
    attempt[index].edits = what_;
    attempt[index].writer = S.me
}

inline clear(index) {
    attempt[index].state = FREE; attempt[index].expected = 0; attempt[index].edits = 0; attempt[index].writer = 0
}

/* Tells the senders that these edits are applied. */
inline answer(which) {
    d_step {
        assert(((which) & S.connected & ~stored) == 0); /* stored */
        if
        :: has(which, S.connected) ->
            answered = answered | ((which) & S.connected);
            printf("server %d answers edits %d\n", S.me, (which) & S.connected);
            if :: S.position > told -> told = S.position :: else fi
        :: else
        fi;
        S.connected = S.connected & ~(which);
        S.first = S.first & ~(which)
    }
}

/* This server has stored a record: what it forwarded before is in the log by now, or never is. */
inline hasStored() {
    d_step {
        S.mustStore = false;
        S.doubtful = 0;
        S.lastWriter = S.me
    }
}

/* Looks for edits in the log up to the record that was just stored. */
inline seek() {
    if
    :: S.sought == 0
    :: S.sought != 0 && S.soughtBehind < kept ->        /* the log does not tell any more: nobody is answered */
        S.connected = S.connected & ~S.sought
    :: S.sought != 0 && S.soughtBehind >= kept ->
        found = 0; n = S.soughtBehind + 1;
        do
        :: n <= S.position -> found = found | edits[n]; n++
        :: n > S.position -> break
        od;
        n = 0;
        found = found & S.sought;
        S.waiting = S.waiting | (S.sought & ~found);
        answer(found);
        found = 0
    fi;
    S.sought = 0; S.soughtBehind = 0
}

inline reply(outcome_, place_) {
    if
    :: nfull(replies[1 - s]) -> replies[1 - s]!S.foreignFrom, S.foreignNumber, outcome_, place_
    :: true                                             /* it gets lost */
    fi
}

inline endForeign() {
    S.foreign = 0; S.foreignTaken = false; S.foreignBehind = 0; S.foreignNumber = 0; S.foreignFrom = 0
}

inline endForwarding() { S.forwarded = 0; S.forwardedBehind = 0 }

/* Nobody hears what becomes of an append: it can be stored as long as its place is free. */
inline abandon() {
    if
    :: attempt[own].state == UNDER_WAY && attempt[own].expected == last ->
        attempt[orphan].state = UNDER_WAY; attempt[orphan].expected = attempt[own].expected;
        attempt[orphan].edits = attempt[own].edits; attempt[orphan].writer = attempt[own].writer
    :: else
    fi
}

inline endAppend() {
    S.operation = IDLE; S.position = S.head; S.batch = 0; S.foreignTaken = false; clear(own); clear(filler)
}

/* The edits of the batch are in the log, the last of them in this record. */
inline publish(place_) {
    answer(S.batch);
    if
    :: S.foreignTaken -> reply(ANSWERED, place_); endForeign()
    :: else
    fi
}

/* The edits of the batch wait again, before those that came later. */
inline takeBack(which_) { S.waiting = S.waiting | (which_) }

/* Edits that the other server may have stored, or may store yet, are applied here behind a record of this one. */
inline applyHere() {
    S.mustStore = true;
    takeBack(S.forwarded & REMEMBERED);
    S.doubtful = S.doubtful | (S.forwarded & REMEMBERED);
    S.sought = S.forwarded & ~REMEMBERED;
    if :: S.sought != 0 -> S.soughtBehind = S.forwardedBehind :: else fi
}

inline isOvertaken(place_) { if :: S.others < place_ -> S.others = place_ :: else fi }

inline hasRead(place_) { if :: S.head < place_ -> S.head = place_ :: else fi }

#define isDeclining (!without(DECLINING) && S.foreign != 0 && !S.foreignTaken && S.others > S.foreignBehind)
#define mayAccept (S.foreign == 0 && S.operation != UNDECIDED && S.lastWriter == S.me)
#define certain ((without(DOUBT) -> S.waiting | S.batch : S.waiting & ~S.doubtful) & S.first & S.connected)

proctype sequencer(byte s) {
    byte n, found, table, place, number, from, what;
    mtype outcome;
end: do
    /* A record is followed, and replayed unless something is under way: it may be what is undecided. */
    :: atomic { S.head < last ->
        S.head++;
        printf("server %d hears of record %d\n", S.me, S.head);
        S.lastWriter = writer[S.head];
        if :: writer[S.head] != S.me -> S.others = S.head :: else fi;
        if :: S.operation == IDLE -> S.position = S.head :: else fi
       }

    /* Edits of the other server are declined once a record overtakes them that it did not know. */
    :: atomic { isDeclining -> printf("server %d declines edits %d\n", S.me, S.foreign); reply(DECLINED, 0); endForeign() }

    /* Edits are applied, and what changes the list is appended. */
    :: atomic { S.operation == IDLE && S.position == S.head && S.forwarded == 0 && last < PLACES &&
        (S.waiting | S.foreign | S.sought) != 0 && !isDeclining ->
        if
        :: S.batch = S.waiting
        :: S.waiting == 3 -> S.batch = 1                /* a batch has a bound */
        fi;
        S.waiting = S.waiting & ~S.batch; S.foreignTaken = S.foreign != 0;
        readTable(S.position, table);
        if :: without(CLIENT_TABLE) -> table = 0 :: else fi;
        if :: without(EMPTY_RECORD) -> seek(); S.mustStore = false :: else fi;
        if
        :: ((S.batch | S.foreign) & ~table) != 0 || S.mustStore || S.sought != 0 ->
            newAttempt(own, (S.batch | S.foreign) & ~table);
            printf("server %d appends edits %d behind record %d\n", S.me, (S.batch | S.foreign) & ~table, S.position);
            S.operation = APPENDING;
            if :: without(SYNC) -> answer(S.batch) :: else fi
        :: else ->                                      /* all are answered before: nothing is stored */
            publish(S.position); S.batch = 0; S.foreignTaken = false
        fi;
        table = 0
       }

    /* The append is acknowledged. */
    :: atomic { S.operation == APPENDING && attempt[own].state == STORED ->
        S.position++;
        printf("server %d knows that it has stored record %d\n", S.me, S.position);
        hasRead(S.position); hasStored(); publish(S.position); seek(); endAppend()
       }

    /* Another record has its place, or nothing is heard of it: it may be stored, or may be later. */
    :: atomic { S.operation == APPENDING ->
        if
        :: without(SETTLING) -> takeBack(S.batch); abandon(); endAppend()
        :: else -> S.operation = UNDECIDED
        fi;
        printf("server %d does not hear what became of its append\n", S.me)
       }

    /* An edit that is certainly new and certainly in no such append is refused meanwhile. */
    :: atomic { S.operation == UNDECIDED && certain != 0 ->
        what = certain;
        printf("server %d refuses edits %d\n", S.me, what);
        assert((what & stored) == 0);                   /* refused */
        refused = refused | what;
        S.waiting = S.waiting & ~what; S.first = S.first & ~what; S.connected = S.connected & ~what;
        what = 0
       }

    /* An empty record is to have the place, so that the outcome gets certain. */
    :: atomic { S.operation == UNDECIDED && attempt[filler].state == FREE && S.position == last && last < PLACES ->
        newAttempt(filler, 0);
        printf("server %d appends an empty record behind record %d\n", S.me, S.position)
       }

    /* The record in the place is read. */
    :: atomic { S.operation == UNDECIDED && S.position < last ->
        place = S.position + 1;
        printf("server %d reads record %d in the place of its append\n", S.me, place);
        if
        :: place <= kept ->                             /* trimmed: nothing tells any more what it was */
            if
            :: without(WITHHOLDING) -> takeBack(S.batch)
            :: else ->
                takeBack(S.batch & REMEMBERED); S.connected = S.connected & ~(S.batch & ~REMEMBERED);
                if
                :: S.foreignTaken -> reply(UNKNOWN, 0); endForeign()
                :: else
                fi
            fi;
            isOvertaken(place)
        :: place > kept && attempt[own].state == STORED ->
            S.position = place;
            hasStored(); publish(place); seek()
        :: place > kept && attempt[own].state != STORED ->
            takeBack(S.batch);
            isOvertaken(place)
        fi;
        hasRead(place); place = 0;
        endAppend()
       }

    /* Edits go to the server that wrote last. */
    :: atomic { S.operation == IDLE && S.forwarded == 0 && S.followed == 0 && !S.mustStore && S.sought == 0 &&
        S.waiting != 0 && S.lastWriter != NOBODY && S.lastWriter != S.me && S.forwardedNumber < BATCHES ->
        S.forwardedNumber++;
        S.forwarded = S.waiting; S.waiting = 0;
        S.forwardedBehind = S.head;
        printf("server %d forwards edits %d, knowing record %d\n", S.me, S.forwarded, S.head);
        if
        :: nfull(batches[1 - s]) ->
            batches[1 - s]!S.lastWriter, S.me, S.forwardedNumber, S.forwarded, S.head
        :: true                                         /* they get lost */
        fi
       }

    /* Edits of the other server come, and may come again. */
    :: atomic { nempty(batches[s]) ->
        if
        :: batches[s]?place, from, number, what, n
        :: batches[s]?<place, from, number, what, n>
        fi;
        if
        :: place != S.me                                /* for a server that is gone */
        :: place == S.me && number <= (from >= 2 -> S.taken : S.takenBefore)
        :: else ->
            if
            :: from >= 2 -> S.taken = number
            :: else -> S.takenBefore = number
            fi;
            if
            :: mayAccept && (S.others <= n || without(DECLINING)) ->
                S.foreign = what; S.foreignBehind = n; S.foreignNumber = number; S.foreignFrom = from;
                printf("server %d takes edits %d of server %d\n", S.me, what, from)
            :: else ->
                if
                :: nfull(replies[1 - s]) -> replies[1 - s]!from, number, DECLINED, 0
                :: true
                fi
            fi
        fi;
        place = 0; from = 0; number = 0; what = 0; n = 0
       }

    /* The other server has told what became of a batch. */
    :: atomic { nempty(replies[s]) ->
        replies[s]?place, number, outcome, n;
        printf("server %d hears what became of batch %d\n", place, number);
        if
        :: place == S.me && S.forwarded != 0 && number == S.forwardedNumber ->
            if
            :: outcome == ANSWERED -> S.followed = S.forwarded; S.followedPlace = n
            :: outcome == DECLINED -> takeBack(S.forwarded)
            :: outcome == UNKNOWN -> applyHere()
            fi;
            endForwarding()
        :: else
        fi;
        place = 0; number = 0; outcome = 0; n = 0
       }

    /* It has not, for too long: the edits are applied here, behind a record of this server. */
    :: atomic { S.forwarded != 0 ->
        printf("server %d waits no longer for edits %d\n", S.me, S.forwarded);
        applyHere(); endForwarding()
       }

    /* Edits that the other server has stored are answered, once their record is here. */
    :: atomic { S.followed != 0 && (S.position >= S.followedPlace || without(FOLLOWING)) ->
        assert(S.position >= S.followedPlace);          /* behind */
        answer(S.followed);
        S.followed = 0; S.followedPlace = 0
       }

    /* The list is compacted. */
    :: atomic { S.operation == IDLE && kept < S.position -> kept = S.position;
        printf("the log is trimmed up to record %d\n", kept)
        }

    /* The server is killed and another one starts, which may be told an older end of the log. */
    :: atomic { crashes < CRASHES ->
        crashes++;
        printf("server %d is killed\n", S.me);
        abandon(); clear(own); clear(filler);
        S.waiting = 0; S.first = 0; S.connected = 0; S.doubtful = 0; S.sought = 0; S.soughtBehind = 0;
        S.mustStore = false; S.operation = IDLE; S.batch = 0;
        endForeign(); endForwarding(); S.forwardedNumber = 0; S.followed = 0; S.followedPlace = 0;
        S.taken = 0; S.takenBefore = 0; S.lastWriter = NOBODY;
        S.me = S.me + 2;
        S.head = last;
        do
        :: S.head > kept -> S.head--
        :: break
        od;
        S.position = S.head; S.others = S.head;
        printf("server %d starts behind record %d\n", S.me, S.position)
       }
    od
}

/* The nodes store what is under way if its place is free. */
inline store(i) {
    attempt[i].state == UNDER_WAY && attempt[i].expected == last && last < PLACES ->
    last++;
    printf("record %d of server %d is stored: edits %d\n", last, attempt[i].writer, attempt[i].edits);
    assert((attempt[i].edits & stored) == 0);           /* once */
    assert((attempt[i].edits & refused) == 0);          /* refused */
    edits[last] = attempt[i].edits; writer[last] = attempt[i].writer;
    stored = stored | attempt[i].edits;
    attempt[i].state = STORED
}

active proctype nodes() {
end: do
    :: atomic { store(0) }
    :: atomic { store(1) }
    :: atomic { store(2) }
    :: atomic { store(3) }
    :: atomic { store(4); clear(4) }
    od
}

/* Who has made an edit sends it to any server; one that is remembered sends it again to any. */
proctype client(byte edit) {
    byte s, sent;
    do
    :: atomic { (sent == 0 || (has(edit, REMEMBERED) && sent <= RESENDS && !has(edit, answered | refused))) ->
        server[0].connected = server[0].connected & ~edit;
        server[1].connected = server[1].connected & ~edit;
        if :: s = 0 :: s = 1 fi;
        S.waiting = S.waiting | edit;
        printf("edit %d is sent to server %d\n", edit, S.me);
        S.connected = S.connected | edit;
        if
        :: sent == 0 -> S.first = S.first | edit
        :: else -> S.first = S.first & ~edit
        fi;
        s = 0; sent++
       }
    :: atomic { sent > 0 -> break }
    od
}

/* Who reads the list on any server is shown what its leader has at least. */
proctype reader() {
    byte s, floor, head;
    atomic {
        if :: s = 0 :: s = 1 fi;
        floor = told;
        head = (without(HEAD_READS) -> 0 : last)
    }
    atomic { S.position >= head -> assert(S.position >= floor) } /* back */
}

init {
    atomic {
        server[0].me = 0; server[1].me = 1;
        server[0].lastWriter = NOBODY; server[1].lastWriter = NOBODY;
        server[0].operation = IDLE; server[1].operation = IDLE;
        attempt[0].state = FREE; attempt[1].state = FREE; attempt[2].state = FREE;
        attempt[3].state = FREE; attempt[4].state = FREE;
        run sequencer(0); run sequencer(1); run client(1); run client(2);
#ifdef READER
        run reader()
#endif
    }
}
