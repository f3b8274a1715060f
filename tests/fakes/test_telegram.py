"""The Telegram that the bot is tested against: as strict as the real one, by its real client."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
import telegram
from telegram import InlineKeyboardButton as Button
from telegram import InlineKeyboardMarkup as Keyboard
from telegram.error import BadRequest, ChatMigrated, Conflict, Forbidden, NetworkError, RetryAfter
from telegram.request import HTTPXRequest

from tests.fakes.telegram import TOKEN, BotApi, Chat, User, World
from tests.fakes.telegram.description import LIMITS, against
from tests.fakes.telegram.markup import parsed


class Now:
    """Seconds that pass when a test says so."""

    def __init__(self) -> None:
        self.seconds = 1_796_040_000.0

    def __call__(self) -> float:
        """What it shows."""
        return self.seconds


@pytest.fixture
def now() -> Now:
    """A clock."""
    return Now()


@pytest.fixture
def world(now: Now) -> World:
    """Nobody is there yet."""
    return World(now)


@pytest.fixture
async def api(world: World) -> AsyncIterator[BotApi]:
    """A server that listens."""
    server = BotApi(world)
    await server.start()
    yield server
    await server.close()


@pytest.fixture
async def bot(api: BotApi) -> AsyncIterator[telegram.Bot]:
    """The library's own client."""
    async with client(api) as opened:
        yield opened


def client(api: BotApi) -> telegram.Bot:
    """A client of this server; without TLS there is no need to load certificates."""
    requests = (HTTPXRequest(httpx_kwargs={"verify": False}) for _ in range(2))
    return telegram.Bot(TOKEN, f"{api.address}/bot", "", *requests)


@pytest.fixture
def ann(world: World) -> User:
    """Somebody who has written to the bot."""
    made = world.user("Ann", language_code="es")
    world.private(made).bot = "member"
    return made


@pytest.fixture
def club(world: World, ann: User) -> Chat:
    """A supergroup of hers."""
    return world.group("Club", ann)


async def test_an_update_is_told_until_it_is_confirmed(
    world: World, bot: telegram.Bot, ann: User
) -> None:
    """A poll waits for news; the next one's offset takes them off the queue."""
    waiting = asyncio.ensure_future(bot.get_updates(timeout=5))
    await world.updates.until_idle()
    said = world.say(ann, world.private(ann), "/play@PatienceBot 617")
    [update] = await waiting
    [same] = await bot.get_updates(timeout=0)

    assert update.message.text == said.plain
    assert update.message.entities[0].type == "bot_command"
    assert update.effective_user.language_code == "es"
    assert same.update_id == update.update_id
    assert await bot.get_updates(offset=update.update_id + 1, timeout=0) == ()


async def test_two_who_poll_are_told(api: BotApi, bot: telegram.Bot, world: World) -> None:
    """The older poll ends with a conflict."""
    first = asyncio.ensure_future(bot.get_updates(timeout=5))
    await world.updates.until_idle()
    async with client(api) as other:
        assert await other.get_updates(timeout=0) == ()
        second = asyncio.ensure_future(other.get_updates(timeout=5))
        with pytest.raises(Conflict, match="terminated by other getUpdates"):
            await first
        await world.updates.until_idle()
        world.updates.let_go()
        assert await second == ()


async def test_a_webhook_is_brought_updates_with_its_secret(
    bot: telegram.Bot, world: World, ann: User
) -> None:
    """In order; what it refuses comes again; polling is refused meanwhile."""
    heard: list[Any] = []
    taken = asyncio.Event()

    async def hook(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while head := (await reader.readuntil(b"\r\n\r\n")).decode():
            fields = dict(line.split(": ", 1) for line in head.split("\r\n")[1:] if line)
            body = json.loads(await reader.readexactly(int(fields["Content-Length"])))
            heard.append((fields.get("X-Telegram-Bot-Api-Secret-Token"), body["update_id"]))
            status = b"500 Down" if len(heard) == 1 else b"200 OK"
            writer.write(b"HTTP/1.1 %s\r\nContent-Length: 0\r\n\r\n" % status)
            taken.set()

    async with await asyncio.start_server(hook, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        await bot.set_webhook(f"http://127.0.0.1:{port}/hook", secret_token="quiet")
        with pytest.raises(Conflict, match="webhook is active"):
            await bot.get_updates(timeout=0)
        world.say(ann, world.private(ann), "hello")
        await world.updates.until_idle()
        assert world.updates.pending == 1
        world.updates.retry()
        await world.updates.until_idle()
        await bot.delete_webhook()

    assert world.updates.answers == [500, 200]
    assert heard == [("quiet", 1000), ("quiet", 1000)]


BOARD = "<b>Baker's Game</b>\n<pre><code>7h &lt; 8h &amp; 9h</code></pre>"


async def test_a_board_is_sent_pressed_and_edited(
    api: BotApi, bot: telegram.Bot, world: World, ann: User, club: Chat
) -> None:
    """What people see is what was parsed; a press brings the message; an answer comes once."""
    keys = Keyboard([[Button("7h›8h", callback_data="1:g:1:0:m.26")]])
    await bot.send_message(club.id, BOARD, parse_mode="HTML", reply_markup=keys)
    [board] = club.shown
    assert board.plain == "Baker's Game\n7h < 8h & 9h"
    assert [each["type"] for each in board.text.entities] == ["bold", "pre"]

    query = world.press(ann, board, "7h›8h")
    [update] = await bot.get_updates(timeout=0)
    assert update.callback_query.message.text == board.plain
    await update.callback_query.answer("played", show_alert=True)
    assert query.answers == [("played", True)]
    await update.callback_query.edit_message_text("moved")
    assert (board.plain, board.buttons) == ("moved", [])
    with pytest.raises(BadRequest, match="not modified"):
        await update.callback_query.edit_message_text("moved")
    assert api.faults == []

    with pytest.raises(BadRequest, match="second time"):
        await update.callback_query.answer()
    assert len(api.faults) == 1


async def test_what_is_told_is_as_described(
    bot: telegram.Bot, world: World, ann: User, club: Chat
) -> None:
    """Updates and messages follow Telegram's description in each field."""
    forum = world.group("Forum", ann, forum=True)
    topic = world.topic(forum, "Cards", ann)
    await bot.send_document(club.id, b"record", filename="game.txt", caption="yours")
    [sent] = club.shown
    await bot.send_message(ann.id, "ok", reply_markup=Keyboard([[Button("x", callback_data="y")]]))
    [board] = world.private(ann).shown
    world.say(ann, forum, "/play", topic=topic)
    world.edit(world.say(ann, club, "7h 8h", reply_to=sent), "7h 9h")
    world.press(ann, board, "x")
    world.press(ann, board, "x", lost=True)
    world.bot_is("kicked", club, ann)
    world.bot_is("administrator", forum, ann)
    world.say(ann, forum, "hello", as_chat=forum)
    world.migrate(world.group("Few", ann, kind="group"))
    updates = await world.updates.poll(0, 100, 0)

    assert sent.document == ("game.txt", b"record")
    assert [fault for each in updates for fault in against(each, "Update")] == []
    assert len(updates) == 10
    assert all(telegram.Update.de_json(each, bot) for each in updates)


REFUSALS = [
    ({"text": "x" * 4097}, "message is too long"),
    ({"text": "\n "}, "message text is empty"),
    ({"text": "<x>", "parse_mode": "HTML"}, 'Unsupported start tag "x" at byte offset 0'),
    ({"text": "é<b>", "parse_mode": "HTML"}, "Can't find end tag corresponding to start tag"),
    ({"text": "é</b>", "parse_mode": "HTML"}, "Unexpected end tag at byte offset 2"),
    ({"text": "<b>a</i>", "parse_mode": "HTML"}, 'expected "</b>", found "</i>"'),
    ({"text": "a < b", "parse_mode": "HTML"}, "Unclosed start tag at byte offset 2"),
    ({"text": "<pre><b>a</b></pre>", "parse_mode": "HTML"}, "would drop"),
    ({"text": "a", "parse_mode": "MarkdownV2"}, "unsupported parse_mode"),
    ({"text": "<i>a</i>" * 101, "parse_mode": "HTML"}, "101 entities"),
    ({"keys": [[Button("a", callback_data="é" * 33)]]}, "not 1-64"),
    ({"keys": [[Button("a", callback_data="x")] * 5] * 21}, "reply markup is too long"),
    ({"keys": [[Button("a" * 50, callback_data="x" * 64)] * 8] * 9}, "reply markup is too long"),
    ({"keys": [[Button("a", callback_data="x")] * 9]}, "more than 8"),
    ({"keys": [[Button("a")]]}, "0 actions"),
    ({"keys": [[Button("a", url="x", callback_data="y")]]}, "2 actions"),
    ({"keys": [[Button("a", url="ftp://x")]]}, "Wrong HTTP URL"),
    ({"keys": [[Button(" ", callback_data="x")]]}, "text buttons are unallowed"),
    ({"keys": [[Button("a", callback_data="x", api_kwargs={"style": "grey"})]]}, "none of"),
    ({"api_kwargs": {"colour": 1}}, "no such parameter"),
    ({"api_kwargs": {"message_thread_id": "one"}}, "not of type Integer"),
]


@pytest.mark.parametrize(("values", "told"), REFUSALS)
async def test_what_no_program_may_send(
    values: dict[str, Any], told: str, api: BotApi, bot: telegram.Bot, ann: User
) -> None:
    """It is refused, nobody sees it, and the test that sent it fails."""
    keys = values.pop("keys", None)
    markup = Keyboard(keys) if keys else None
    with pytest.raises(BadRequest) as refused:
        await bot.send_message(ann.id, **{"text": "x", "reply_markup": markup} | values)

    assert told.lower() in str(refused.value).lower()
    assert len(api.faults) == 1
    assert api.world.private(ann).shown == []


@pytest.mark.parametrize("sound", ["x" * 4096, "♥" * 4096, "<b>" + "&lt;" * 4096 + "</b>"])
async def test_the_longest_text(sound: str, api: BotApi, bot: telegram.Bot, ann: User) -> None:
    """Counted after entities, in UTF-16 units."""
    await bot.send_message(ann.id, sound, parse_mode="HTML")
    with pytest.raises(BadRequest, match="too long"):
        await bot.send_message(ann.id, "🂡" * 2049)
    assert len(api.world.private(ann).shown) == 1


def test_entities_are_counted_in_utf_16_units() -> None:
    """A sign beyond the first 65,536 counts for two."""
    text = parsed("🂡<code>a</code>")
    assert text.entities == ({"type": "code", "offset": 2, "length": 1},)


async def refused(kind: type[Exception], told: str, call: Any) -> None:
    """The call is refused in words that the library passes on."""
    with pytest.raises(kind) as error:
        await call
    assert told.lower() in str(error.value).lower()


async def test_messages_that_cannot_be_reached(
    bot: telegram.Bot, world: World, ann: User, club: Chat, now: Now
) -> None:
    """Gone, another's, too old: each in Telegram's words."""
    hers = world.say(ann, club, "/play")
    sent = await bot.send_message(club.id, "board")
    query = world.press(ann, club.messages[sent.message_id], data="x")
    now.seconds += 16

    await refused(BadRequest, "query is too old", bot.answer_callback_query(query.id))
    await refused(BadRequest, "can't be edited", bot.edit_message_text("x", club.id, hers.id))
    await refused(BadRequest, "message to edit not found", bot.edit_message_text("x", club.id, 99))
    await refused(BadRequest, "delete not found", bot.delete_message(club.id, 99))
    await refused(BadRequest, "can't be deleted", bot.delete_message(club.id, hers.id))


async def test_chats_that_cannot_be_reached(
    api: BotApi, bot: telegram.Bot, world: World, ann: User
) -> None:
    """Closed, unknown, blocked: each in Telegram's words, and none a fault of the bot."""
    forum = world.group("Forum", ann, forum=True)
    topic = world.topic(forum, "Cards", ann)
    topic.closed = True
    private = world.private(ann)
    stranger = world.private(world.user("Zoe"))

    def send(chat: Chat, thread: int | None = None) -> Any:
        return bot.send_message(chat.id, "x", message_thread_id=thread)

    await refused(BadRequest, "chat not found", bot.send_message(5, "x"))
    await refused(BadRequest, "thread not found", send(forum, 1))
    await refused(BadRequest, "TOPIC_CLOSED", send(forum, topic.id))
    await refused(Forbidden, "initiate", send(stranger))
    forum.may_write = False
    world.bot_is("blocked", private, ann)
    await refused(BadRequest, "not enough rights", send(forum))
    await refused(Forbidden, "blocked by the user", send(private))
    forum = world.group("Another", ann)
    world.bot_is("kicked", forum, ann)
    await refused(Forbidden, "kicked from the supergroup", send(forum))
    assert api.faults == []


async def test_a_group_that_grows(bot: telegram.Bot, world: World, ann: User) -> None:
    """Its old number leads to the new one."""
    group = world.group("Few", ann, kind="group")
    grown = world.migrate(group)
    with pytest.raises(ChatMigrated) as error:
        await bot.send_message(group.id, "x")
    assert error.value.new_chat_id == grown.id


async def test_too_much_at_once(
    api: BotApi, world: World, club: Chat, now: Now, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three in a second, 20 a minute in a group with edits, 30 a second in all."""
    monkeypatch.setenv("PTB_TIMEDELTA", "1")  # else the library warns of its own next version
    async with client(api) as bot:
        await _too_much(bot, world, club, now)
    waits = [each.refused.parameters["retry_after"] for each in api.floods]
    assert waits == [3, 39, 1]
    assert api.faults == []


async def _too_much(bot: telegram.Bot, world: World, club: Chat, now: Now) -> None:
    for _ in range(3):
        await bot.send_message(club.id, "x")
    with pytest.raises(RetryAfter):
        await bot.send_message(club.id, "x")
    now.seconds += 3
    for number in range(17):
        now.seconds += 1
        await bot.edit_message_text(f"x{number}", club.id, 2)
    now.seconds += 1
    with pytest.raises(RetryAfter):
        await bot.edit_message_text("y", club.id, 2)
    for number in range(30):
        await bot.send_message(world.group(f"G{number}").id, "x")
    with pytest.raises(RetryAfter):
        await bot.send_message(world.group("one more").id, "x")


async def test_privacy_mode(bot: telegram.Bot, world: World, ann: User, club: Chat) -> None:
    """In a group the bot hears commands that may be its own and answers to it."""
    sent = await bot.send_message(club.id, "board")
    theirs = world.say(ann, club, "a talk among people")
    for text in ("/play", "/play@patiencebot 617", "/play@OtherBot", "@PatienceBot play"):
        world.say(ann, club, text)
    world.say(ann, club, "7h 8h", reply_to=theirs)
    world.say(ann, club, "7h 9h", reply_to=club.messages[sent.message_id])
    heard = [each.message.text for each in await bot.get_updates(timeout=0)]

    assert heard == ["/play", "/play@patiencebot 617", "7h 9h"]


async def test_threads_are_numbered_as_telegram_does(
    bot: telegram.Bot, world: World, ann: User, club: Chat
) -> None:
    """Topics have numbers, General has none, and answers in a supergroup look like a topic."""
    forum = world.group("Forum", ann, forum=True)
    topic = world.topic(forum, "Cards", ann)
    board = await bot.send_message(club.id, "board")
    world.say(ann, forum, "/play", topic=topic)
    world.say(ann, forum, "/play")
    world.say(ann, club, "7h 8h", reply_to=club.messages[board.message_id])
    told = [each.message for each in await bot.get_updates(timeout=0)]

    threads = [(each.message_thread_id, bool(each.is_topic_message)) for each in told]
    assert threads == [(topic.id, True), (None, False), (board.message_id, False)]
    assert told[0].reply_to_message.forum_topic_created.name == "Cards"


async def test_the_server_breaks_and_comes_back(api: BotApi, bot: telegram.Bot) -> None:
    """An answer of another server, no connection, and all is as before."""
    api.broken = 502
    with pytest.raises(NetworkError, match="Bad Gateway"):
        await bot.get_me()
    api.broken = 0
    await api.stop()
    with pytest.raises(NetworkError):
        await bot.get_me()
    await api.start()
    assert (await bot.get_me()).username == "PatienceBot"


async def test_commands_are_kept_by_scope_and_language(api: BotApi, bot: telegram.Bot) -> None:
    """Each menu by itself; names that Telegram refuses are a fault."""
    menu = [("play", "start a game")]
    scope = telegram.BotCommandScopeAllGroupChats()
    await bot.set_my_commands(menu, scope=scope, language_code="es")
    assert await bot.get_my_commands() == ()
    [kept] = await bot.get_my_commands(scope=scope, language_code="es")
    assert kept.command == "play"
    with pytest.raises(BadRequest, match=r"(?i)bot_command_invalid"):
        await bot.set_my_commands([("estadísticas", "x")])
    assert len(api.faults) == 1


async def test_members_and_managers(bot: telegram.Bot, world: World, ann: User, club: Chat) -> None:
    """Who made a group manages it; somebody from elsewhere has left it."""
    bob = world.user("Bob")
    [owner] = await bot.get_chat_administrators(club.id)
    assert (owner.user.id, owner.status) == (ann.id, "creator")
    assert (await bot.get_chat_member(club.id, bob.id)).status == "left"


def test_the_limits_are_those_of_the_file() -> None:
    """What the tests above count is what the file says."""
    assert LIMITS["message.text"]["max"] == 4096
    assert LIMITS["rate.per_group"]["messages_per_minute"] == 20
