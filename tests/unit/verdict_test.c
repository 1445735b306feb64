/* SPDX-License-Identifier: MIT */
#include "accept/verdict.h"
#include "test.h"

#define RUN_RECORD                                                                                 \
	"{\"v\":1,\"type\":\"run\",\"seq\":0,\"plan\":[{\"name\":\"a\",\"copies\":1},"             \
	"{\"name\":\"a\",\"copies\":8}]}\n"
#define BEGIN_A "{\"v\":1,\"type\":\"begin\",\"seq\":1,\"name\":\"a\",\"copies\":1}\n"
#define RESULT(copies, status, rest)                                                               \
	"{\"v\":1,\"type\":\"result\",\"name\":\"a\",\"copies\":" copies ",\"status\":\"" status   \
	"\"" rest "}\n"
#define VALUE ",\"value\":5"
#define END   "{\"v\":1,\"type\":\"end\",\"reason\":\"complete\"}\n"

static char reasons[1000]; /* of the last judge(), joined */

static enum verdict judge(const char *text, bool ended)
{
	struct judgement judgement;
	struct records records;
	struct run_view view;

	records_parse(&records, text, strlen(text), false);
	run_view_make(&view, &records);
	(ended ? verdict_judge_ended : verdict_judge)(&judgement, &view);
	reasons[0] = '\0';
	for (size_t i = 0; i < judgement.reason_count; i++) {
		strcat(reasons, judgement.reasons[i]);
		strcat(reasons, "|");
	}
	run_view_free(&view);
	records_free(&records);
	enum verdict verdict = judgement.verdict;

	judgement_free(&judgement);
	return verdict;
}

TEST(all_there_passes_noisy_too)
{
	CHECK_INT(judge(RUN_RECORD RESULT("1", "ok", VALUE) RESULT("8", "noisy", VALUE) END, true),
		VERDICT_PASS);
	CHECK_STR(reasons, "");
}

TEST(a_missing_result_fails)
{
	CHECK_INT(judge(RUN_RECORD RESULT("1", "ok", VALUE) END, true), VERDICT_FAIL);
	CHECK_STR(reasons, "a, 8 copies: no result|");
}

TEST(a_wrong_answer_alone_fails_and_is_no_error)
{
	const char *text = RUN_RECORD RESULT(
		"1", "failed", ",\"why\":\"1 wrong answer\",\"wrong\":{\"count\":1}")
		RESULT("8", "skipped", "") END;

	CHECK_INT(judge(text, true), VERDICT_FAIL);
	CHECK_STR(reasons, "a, 1 copy: failed: 1 wrong answer|");
}

TEST(a_crash_fails_and_says_why)
{
	const char *text =
		RUN_RECORD RESULT("1", "ok", VALUE) RESULT("8", "crashed", ",\"why\":\"bang\"") END;

	CHECK_INT(judge(text, true), VERDICT_FAIL);
	CHECK_STR(reasons, "a, 8 copies: crashed: bang|");
}

TEST(a_skip_passes_but_not_alone)
{
	CHECK_INT(judge(RUN_RECORD RESULT("1", "ok", VALUE) RESULT("8", "skipped", "") END, true),
		VERDICT_PASS);
	CHECK_INT(judge(RUN_RECORD RESULT("1", "skipped", "") RESULT("8", "skipped", "") END, true),
		VERDICT_ERROR);
}

TEST(nothing_measured_is_never_a_pass)
{
	CHECK_INT(judge("", true), VERDICT_ERROR);
	CHECK_INT(judge("{\"v\":1,\"type\":\"run\",\"seq\":0,\"plan\":[]}\n" END, true),
		VERDICT_ERROR);
}

TEST(a_finding_can_fail_a_run)
{
	const char *text = RUN_RECORD RESULT("1", "ok", VALUE) RESULT("8", "ok",
		VALUE) "{\"v\":1,\"type\":\"finding\",\"severity\":\"fail\",\"text\":\"bad\"}\n"
		       "{\"v\":1,\"type\":\"finding\",\"severity\":\"warn\",\"text\":\"so "
		       "so\"}\n" END;

	CHECK_INT(judge(text, true), VERDICT_FAIL);
	CHECK_STR(reasons, "bad|");
}

TEST(no_end_is_a_reset_and_names_the_test)
{
	CHECK_INT(judge(RUN_RECORD BEGIN_A, true), VERDICT_ERROR);
	CHECK(strstr(reasons, "power lost or reset during a|") != NULL);
	CHECK_INT(judge(RUN_RECORD BEGIN_A RESULT("1", "ok", VALUE) RESULT("8", "ok", VALUE), true),
		VERDICT_FAIL);
	CHECK(strstr(reasons, "between two tests") != NULL);
}

TEST(lost_records_are_no_pass)
{
	const char *text = RUN_RECORD RESULT("1", "ok", VALUE) RESULT(
		"8", "ok", VALUE) "{\"v\":1,\"type\":\"end\",\"seq\":9,\"reason\":\"complete\"}\n";

	CHECK_INT(judge(text, true), VERDICT_ERROR);
	CHECK(strstr(reasons, "records are missing") != NULL);
}

int main(void)
{
	RUN(all_there_passes_noisy_too);
	RUN(a_missing_result_fails);
	RUN(a_wrong_answer_alone_fails_and_is_no_error);
	RUN(a_crash_fails_and_says_why);
	RUN(a_skip_passes_but_not_alone);
	RUN(nothing_measured_is_never_a_pass);
	RUN(a_finding_can_fail_a_run);
	RUN(no_end_is_a_reset_and_names_the_test);
	RUN(lost_records_are_no_pass);
	return test_end();
}
